def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    device = torch.device("cpu" if device is None else device)
    where = generator.device if generator is not None else device
    lengths = torch.randint(1, max_len + 1, (batch_size,), generator=generator, device=where).to(device)
    widest = int(lengths.max())
    body = torch.randint(3, vocab_size, (batch_size, widest), generator=generator, device=where).to(device)
    place = torch.arange(widest + 1, device=device).unsqueeze(0)
    body = F.pad(body, (0, 1))
    src = body * (place < lengths.unsqueeze(1)) + 2 * (place == lengths.unsqueeze(1))
    return src.long(), F.pad(src, (1, 0), value=1).long()
