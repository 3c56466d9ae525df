# --- one_row_at_a_time
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    rows = []
    with torch.no_grad():
        said = [[] for _ in src]
        for step in range(max_len):
            if all(s and s[-1] == eos_id for s in said):
                break
            width = max(map(len, said))
            tgt = torch.tensor([[bos_id] + s + [pad_id] * (width - len(s)) for s in said], device=src.device)
            best = model(src, tgt).argmax(-1)
            for s, row in zip(said, best):
                if not (s and s[-1] == eos_id):
                    s.append(row[len(s)].item())
    model.train(mode)
    width = max(map(len, said))
    return torch.tensor([s + [pad_id] * (width - len(s)) for s in said], device=src.device)


# --- to_max_len
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.inference_mode():
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


# --- usual
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
            if done.all(): break
    model.train(was_training)
    return out[:, 1:]
