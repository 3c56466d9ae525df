"""seeds-its-own-generator

Where no generator is given you make one of your own, always with the same seed. Every batch then
holds the same windows.
Try: Call it twice without a generator. Should both batches be equal?
Hint: `torch.randint(..., generator=generator)`: with None PyTorch draws from its own.
"""


def window_batch(ids, batch_size, length, generator=None):
    if generator is None:
        generator = torch.Generator().manual_seed(0)
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator)
    places = starts + torch.arange(length)
    return ids[places], ids[places + 1]
