def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    src, tgt = [], []
    for _ in range(batch_size):
        n = torch.randint(1, max_len + 1, (1,), generator=generator).item()
        s = torch.randint(3, vocab_size, (n,), generator=generator)
        src.append(torch.cat([s, torch.tensor([2])]))
        tgt.append(torch.cat([torch.tensor([1]), s, torch.tensor([2])]))
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(src, batch_first=True).to(device), pad(tgt, batch_first=True).to(device)
