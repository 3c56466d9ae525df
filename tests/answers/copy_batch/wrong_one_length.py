# diagnosis: one-length
def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    s = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    end = torch.full((batch_size, 1), 2)
    src = torch.cat([s, end], dim=1)
    return src, torch.cat([torch.ones_like(end), src], dim=1)
