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
