"""always-greedy

You take the largest logit yourself. The options never reach `sample_next`.
Try: Who should choose the token?
Hint: `sample_next(logits, **sampling)`.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = logits.argmax(dim=-1)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
