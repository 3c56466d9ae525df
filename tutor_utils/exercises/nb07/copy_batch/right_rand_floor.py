def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    u = torch.rand(batch_size, max_len, generator=generator, device=device)
    symbols = 3 + (u * (vocab_size - 3)).long()
    n = 1 + (torch.rand(batch_size, generator=generator, device=device) * max_len).long()
    tgt = torch.zeros(batch_size, max_len + 2, dtype=torch.long, device=device)
    tgt[:, 0] = 1
    tgt[:, 1:-1] = symbols
    keep = torch.arange(max_len + 2, device=device)[None] <= n[:, None]
    tgt = tgt * keep
    tgt[torch.arange(batch_size), n + 1] = 2
    return tgt[:, 1:].clone(), tgt
