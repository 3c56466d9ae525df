# --- usual
def generate_cached(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        unread, cache = ids, None
        for _ in range(max_new):
            logits, cache = model(unread, cache)
            unread = sample_next(logits[:, -1], **sampling)[:, None]
            ids = torch.cat([ids, unread], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids


# --- from_scratch
@torch.inference_mode()
def generate_cached(model, ids, max_new, **sampling):
    was = {m: m.training for m in model.modules()}
    model.eval()
    logits, cache = model(ids, None)
    for _ in range(max_new):
        next_idx = sample_next(logits[:, -1], **sampling).unsqueeze(1)
        ids = torch.cat([ids, next_idx], dim=1)
        logits, cache = model(next_idx, cache)
    for m in was:
        m.training = was[m]
    return ids


# --- transformers
@torch.no_grad()
def generate_cached(model, ids, max_new, **sampling):
    before = [part.training for part in model.modules()]
    model.eval()
    past_key_values = None
    for _ in range(max_new):
        input_ids = ids if past_key_values is None else ids[:, -1:]
        logits, past_key_values = model(input_ids, cache=past_key_values)
        next_tokens = sample_next(logits[:, -1, :], **sampling)
        ids = torch.cat([ids, next_tokens[:, None]], dim=-1)
    for part, training in zip(model.modules(), before):
        part.training = training
    return ids


# --- one_by_one
def generate_cached(model, ids, max_new, **sampling):
    before = [(part, part.training) for part in model.modules()]
    try:
        model.eval()
        with torch.no_grad():
            columns, cache = list(ids.split(1, dim=1)), None
            wanted = len(columns) + max_new
            for t in range(wanted - 1):
                logits, cache = model(columns[t], cache)
                if t + 1 == len(columns):
                    columns.append(sample_next(logits[:, -1], **sampling).view(-1, 1))
        return torch.cat(columns, dim=1)
    finally:
        for part, mode in before:
            part.training = mode
