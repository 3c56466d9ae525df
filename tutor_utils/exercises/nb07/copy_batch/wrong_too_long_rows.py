"""longer-than-max-len

Some rows hold more than max_len symbols.
Try: Which is the largest length that you draw, and how many symbols stand in a row of that length?
Hint: Lengths from torch.randint(1, max_len + 1, ...), and symbols where place < length.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len + 1), generator=generator)
    length = torch.randint(1, max_len + 2, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 2)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
