# diagnosis: lengths-out-of-range
def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = torch.randint(1, max(max_len, 2), (batch_size, 1), generator=generator)
    s = torch.randint(3, vocab_size, (batch_size, max_len + 1), generator=generator)
    i = torch.arange(max_len + 1)
    src = torch.where(i < n, s, torch.where(i == n, 2, 0))
    return src, torch.cat([torch.ones_like(n), src], dim=1)
