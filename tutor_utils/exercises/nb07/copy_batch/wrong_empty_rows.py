"""empty-rows

Some rows hold no symbol at all: a length of 0 can be drawn, or eos takes the place of the only
symbol.
Try: Which is the smallest length that you draw, and at which place does eos stand in a row of that
length?
Hint: Lengths from torch.randint(1, max_len + 1, ...), and eos where place == length.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(0, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
