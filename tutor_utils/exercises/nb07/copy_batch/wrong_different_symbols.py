"""target-not-a-copy

Behind its bos the target is not the same row as the source, so there is nothing to copy.
Try: Are the symbols drawn once, or twice? Do both rows stand in the same order, and does eos follow
at the same place?
Hint: Build both from the same symbols.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    i = torch.arange(max_len + 1)
    def draw():
        s = torch.randint(3, vocab_size, (batch_size, max_len + 1), generator=generator)
        return torch.where(i < n, s, torch.where(i == n, 2, 0))
    return draw(), torch.cat([torch.ones_like(n), draw()], dim=1)
