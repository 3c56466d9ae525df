"""modes-of-the-first-call"""


def generate(model, ids, max_new, **sampling):
    if not hasattr(model, "modes"):
        model.modes = {name: part.training for name, part in model.named_modules()}
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for name, part in model.named_modules():
        part.training = model.modes[name]
    return ids
