"""one-token-for-all

All rows get the token of the first one.
Try: Give two rows that differ, and look at what follows them.
Hint: `sample_next` gives one id a row.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:1, None].expand(len(ids), 1)], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
