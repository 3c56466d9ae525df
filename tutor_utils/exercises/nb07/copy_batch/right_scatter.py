def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    rows = []
    for _ in range(batch_size):
        n = int(torch.randint(1, max_len + 1, (), generator=generator))
        rows.append([int(torch.randint(3, vocab_size, (), generator=generator)) for _ in range(n)])
    width = max(len(row) for row in rows) + 1
    src = [row + [2] + [0] * (width - len(row) - 1) for row in rows]
    tgt = [[1] + row for row in src]
    return torch.tensor(src, device=device), torch.tensor(tgt, device=device)
