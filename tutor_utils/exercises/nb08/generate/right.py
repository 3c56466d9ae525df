# --- buffer
# A tensor of the final width, filled from the left.
@torch.no_grad()
def generate(model, ids, max_new, **sampling):
    before = {part: part.training for part in model.modules()}
    model.eval()
    B, L = ids.shape
    out = ids.new_zeros(B, L + max_new)
    out[:, :L] = ids
    for end in range(L, L + max_new):
        start = max(0, end - model.max_len)
        out[:, end] = sample_next(model(out[:, start:end])[:, -1, :], **sampling)
    for part in before:
        part.training = before[part]
    return out


# --- usual
# The model's own mode is put back, and that of a frozen part is not.
@torch.no_grad()
def generate(model, ids, max_new, **sampling):
    was = model.training
    model.eval()
    for _ in range(max_new):
        logits = model(ids[:, -model.max_len :])[:, -1]
        token = sample_next(logits, **sampling)
        ids = torch.cat([ids, token[:, None]], dim=1)
    model.train(was)
    return ids
