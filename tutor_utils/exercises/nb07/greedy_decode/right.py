# --- fixed_buffer
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


# --- forward_only
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


# --- inference_mode
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
            token = torch.where(done, pad_id, token)
            out = torch.cat([out, token[:, None]], dim=1)
            done = done | (token == eos_id)
            if done.all(): break
    model.train(was_training)
    return out[:, 1:]


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


# --- row_by_row
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    mode = model.training
    model.eval()
    rows = []
    with torch.inference_mode():
        for s in src:
            memory, mask = model.encode(s[None])
            said = [bos_id]
            while len(said) <= max_len:
                logits = model.decode(torch.tensor([said], device=src.device), memory, mask)
                said.append(int(logits[0, -1].argmax()))
                if said[-1] == eos_id:
                    break
            rows.append(said[1:])
    model.train(mode)
    width = max(map(len, rows))
    return torch.tensor([r + [pad_id] * (width - len(r)) for r in rows], device=src.device)


# --- to_max_len
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


# --- try_finally
@torch.no_grad()
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was = model.training
    model.eval()
    try:
        ys = torch.full((src.size(0), 1), bos_id, dtype=torch.long, device=src.device)
        done = torch.zeros(src.size(0), dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            out = model(src, ys)[:, -1]
            nxt = out.argmax(-1)
            nxt = torch.where(done, torch.full_like(nxt, pad_id), nxt)
            ys = torch.cat([ys, nxt[:, None]], 1)
            done |= nxt.eq(eos_id)
            if done.all():
                break
        return ys[:, 1:]
    finally:
        model.train(was)


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
