"""one-length"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    n = int(torch.randint(1, max_len + 1, (1,), generator=generator))
    s = torch.randint(3, vocab_size, (batch_size, n), generator=generator)
    src = torch.cat([s, torch.full((batch_size, 1), 2)], 1)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], 1)
    return src.to(device), tgt.to(device)
