"""mode-not-given-back"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    return ids
