# One token, then the rest.
def generate(model, ids, max_new, **sampling):
    if max_new == 0:
        return ids.clone()
    modes = [part.training for part in model.modules()]
    model.eval()
    with torch.no_grad():
        logits = model(ids[:, max(0, ids.shape[1] - model.max_len) :])
    for part, mode in zip(model.modules(), modes):
        part.training = mode
    token = sample_next(logits[:, logits.shape[1] - 1], **sampling)
    return generate(model, torch.hstack([ids, token.reshape(-1, 1)]), max_new - 1, **sampling)
