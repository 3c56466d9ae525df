"""always-greedy

The largest logit is taken each time, whatever the options say: they do not reach `sample_next`, or
only a temperature of 0 does.
Try: Who should choose the token, and with which options?
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
