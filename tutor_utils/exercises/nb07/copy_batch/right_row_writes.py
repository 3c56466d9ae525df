def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    L = max_len + 1
    lens = torch.randint(1, max_len + 1, (batch_size,), generator=generator)
    src = torch.zeros(batch_size, L, dtype=torch.long)
    for b, n in enumerate(lens):
        src[b, :n] = torch.randint(3, vocab_size, (int(n),), generator=generator)
        src[b, n] = 2
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], 1)
    return src.to(device), tgt.to(device)
