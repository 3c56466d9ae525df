"""lengths-out-of-range

Rows of max_len symbols never come. The count must be anything from 1 to max_len; the upper end of
`randint` is not drawn.
Try: Which lengths can your code draw, and does eos ever take the place of a symbol?
Hint: torch.randint(1, max_len + 1, ...), and max_len + 1 columns for symbols and eos.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max(max_len, 2), (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
