def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    try:
        with torch.no_grad():
            rows = src.new_full((src.size(0), 1), bos_id)
            while rows.size(1) <= max_len:
                new = model(src, rows)[:, -1].max(-1).indices
                ended = (rows == eos_id).any(1)
                rows = torch.cat([rows, torch.where(ended, pad_id, new)[:, None]], 1)
                if (rows == eos_id).any(1).all():
                    break
    finally:
        model.train(mode)
    return rows[:, 1:]
