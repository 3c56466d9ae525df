# --- loop_pad_sequence
def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    src, tgt = [], []
    for _ in range(batch_size):
        n = torch.randint(1, max_len + 1, (1,), generator=generator).item()
        s = torch.randint(3, vocab_size, (n,), generator=generator)
        src.append(torch.cat([s, torch.tensor([2])]))
        tgt.append(torch.cat([torch.tensor([1]), s, torch.tensor([2])]))
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(src, batch_first=True).to(device), pad(tgt, batch_first=True).to(device)


# --- lists
def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    rows = []
    for _ in range(batch_size):
        n = int(torch.randint(1, max_len + 1, (), generator=generator))
        rows.append([int(torch.randint(3, vocab_size, (), generator=generator)) for _ in range(n)])
    width = max(len(row) for row in rows) + 1
    src = [row + [2] + [0] * (width - len(row) - 1) for row in rows]
    tgt = [[1] + row for row in src]
    return torch.tensor(src, device=device), torch.tensor(tgt, device=device)


# --- usual
def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
