"""generator-ignored

Some numbers, or all, do not come from the generator that was given. Then a run cannot be repeated
by its seed.
Try: Which of your random calls does not get the generator?
Hint: Also the lengths are drawn: they need the generator too.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=None)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=None)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
