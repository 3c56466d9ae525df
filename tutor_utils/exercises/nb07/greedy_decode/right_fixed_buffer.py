def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    with torch.no_grad():
        memory, mask = model.encode(src)
        buffer = torch.full((len(src), max_len + 1), pad_id, device=src.device)
        buffer[:, 0] = bos_id
        open_rows = torch.ones(len(src), dtype=torch.bool, device=src.device)
        for t in range(max_len):
            best = model.decode(buffer[:, : t + 1], memory, mask)[:, t].argmax(-1)
            buffer[open_rows, t + 1] = best[open_rows]
            open_rows &= best != eos_id
            if not open_rows.any():
                break
    model.train(mode)
    return buffer[:, 1:]
