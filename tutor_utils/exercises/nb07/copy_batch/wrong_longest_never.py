"""lengths-out-of-range

The count of symbols must be anything from 1 to max_len. The upper end of `randint` is not drawn.
Try: Which lengths can your code draw? Look at both ends of `randint`.
Hint: Look at how the lengths are drawn: `torch.randint(1, max_len + 1, ...)`.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = torch.randint(1, max(max_len, 2), (batch_size, 1), generator=generator)
    s = torch.randint(3, vocab_size, (batch_size, max_len + 1), generator=generator)
    i = torch.arange(max_len + 1)
    src = torch.where(i < n, s, torch.where(i == n, 2, 0))
    return src, torch.cat([torch.ones_like(n), src], dim=1)
