# --- usual
def generate_until(model, ids, max_new, eos_id, pad_id, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    ended = torch.zeros(len(ids), dtype=torch.bool, device=ids.device)
    with torch.no_grad():
        unread, cache = ids, None
        for _ in range(max_new):
            logits, cache = model(unread, cache)
            token = sample_next(logits[:, -1], **sampling).masked_fill(ended, pad_id)
            ids = torch.cat([ids, token[:, None]], dim=1)
            ended = ended | (token == eos_id)
            if ended.all():
                break
            unread = token[:, None]
    for part, mode in modes:
        part.training = mode
    return ids


# --- transformers
@torch.no_grad()
def generate_until(model, ids, max_new, eos_id, pad_id, **sampling):
    before = [part.training for part in model.modules()]
    model.eval()
    unfinished_sequences = torch.ones(ids.shape[0], dtype=torch.long, device=ids.device)
    past_key_values, input_ids, new = None, ids, []
    while len(new) < max_new and unfinished_sequences.max() != 0:
        logits, past_key_values = model(input_ids, cache=past_key_values)
        next_tokens = sample_next(logits[:, -1, :], **sampling)
        next_tokens = next_tokens * unfinished_sequences + pad_id * (1 - unfinished_sequences)
        new.append(next_tokens)
        unfinished_sequences = unfinished_sequences.mul((next_tokens != eos_id).long())
        input_ids = next_tokens[:, None]
    for part, training in zip(model.modules(), before):
        part.training = training
    return torch.cat([ids, *(tokens[:, None] for tokens in new)], dim=1)


# --- live_rows
@torch.inference_mode()
def generate_until(model, ids, max_new, eos_id, pad_id, **sampling):
    was = {part: part.training for part in model.modules()}
    model.eval()
    said = torch.full((len(ids), max_new), pad_id, dtype=ids.dtype, device=ids.device)
    alive, unread, cache, steps = torch.arange(len(ids), device=ids.device), ids, None, 0
    while steps < max_new and len(alive):
        logits, cache = model(unread, cache)
        token = sample_next(logits[:, -1], **sampling)
        said[alive, steps] = token
        steps += 1
        on = token != eos_id
        alive, unread = alive[on], token[on, None]
        cache = [(k[on], v[on]) for k, v in cache]
    for part, mode in was.items():
        part.training = mode
    return torch.cat([ids, said[:, :steps]], dim=1)


# --- lists
def generate_until(model, ids, max_new, eos_id, pad_id, **sampling):
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    try:
        with torch.no_grad():
            rows, done = ids.tolist(), [False] * len(ids)
            cache = None
            for step in range(max_new):
                logits, cache = model(ids if step == 0 else token[:, None], cache)
                token = sample_next(logits[:, -1], **sampling)
                for i, number in enumerate(token.tolist()):
                    rows[i].append(pad_id if done[i] else number)
                    done[i] = done[i] or number == eos_id
                if all(done):
                    break
        return torch.tensor(rows, dtype=ids.dtype, device=ids.device)
    finally:
        for part, mode in before:
            part.training = mode
