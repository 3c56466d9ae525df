"""windows-follow-one-another

Only the first window is drawn: the others follow it in the text, one behind the other. Each row is
drawn by itself.
Try: Print the first column of x for several batches. Do the starts always lie `length` apart?
Hint: Draw `batch_size` starts, not one.
"""


def window_batch(ids, batch_size, length, generator=None):
    n = len(ids) - length
    start = torch.randint(n, (1,), generator=generator)
    starts = (start + length * torch.arange(batch_size)) % n
    places = starts[:, None] + torch.arange(length)
    return ids[places], ids[places + 1]
