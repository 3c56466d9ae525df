"""symbols-out-of-range

Your ids leave 0 to V-1, or the last symbol, V-1, never comes. Symbols must be 3 to V-1, each of
them possible. The upper end of `torch.randint` is not drawn.
Try: Which is the largest symbol that your code can draw, and which should it be?
Hint: torch.randint(3, vocab_size, ...)
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size + 1, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
