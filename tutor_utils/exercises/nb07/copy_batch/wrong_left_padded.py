"""specials-as-symbols

Ids 0, 1 and 2 are pad, bos and eos. A symbol with such an id is hidden by the mask, or ends the
row.
Try: Look at the lower end in `randint`.
Hint: torch.randint(3, vocab_size, ...)
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    s = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    i = torch.arange(max_len)
    s = torch.where(i >= max_len - n, s, 0)
    src = torch.cat([s, torch.full((batch_size, 1), 2)], dim=1)
    return src, torch.cat([torch.ones_like(n), src], dim=1)
