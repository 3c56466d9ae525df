def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            logits = model.decode(out, memory, src_mask)
            token = logits[:, -1].argmax(-1)
            token = token.masked_fill(done, pad_id)
            out = torch.cat([out, token[:, None]], dim=1)
            done = done | (token == eos_id)
    model.train(was_training)
    return out[:, 1:]
