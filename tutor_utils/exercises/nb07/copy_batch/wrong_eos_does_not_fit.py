"""eos-missing-in-some

Some rows have no eos: often the longest, when there is no column left for it. Without eos the model
never learns to stop.
Try: Which rows have none? How many columns does a row of max_len symbols and its eos need?
Hint: src has max_len + 1 columns.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
