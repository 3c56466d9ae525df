"""padded-on-the-left

The pads stand in front of the symbols. They belong behind eos: then a row's first symbol is always at
position 0.
Try: On which side of the symbols are your pads?
Hint: Symbols stand where place < length, eos where place == length.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    s = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    i = torch.arange(max_len)
    s = torch.where(i >= max_len - n, s, 0)
    src = torch.cat([s, torch.full((batch_size, 1), 2)], dim=1)
    return src, torch.cat([torch.ones_like(n), src], dim=1)
