"""specials-as-symbols

Ids 0, 1 and 2 are pad, bos and eos. A symbol with such an id is hidden by the mask, or ends the
row.
Try: Look at the lower end in `randint`.
Hint: torch.randint(3, vocab_size, ...)
Seen: https://github.com/harvardnlp/annotated-transformer/issues/131
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(0, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
