"""one-row-for-all

All rows hold the same symbols: one row is drawn for all, or each is drawn from the same start.
Try: How many rows of symbols do you draw, and from which seed?
Hint: Draw one tensor of shape (batch_size, max_len) from `generator`.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (1, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols.expand(batch_size, -1), torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
