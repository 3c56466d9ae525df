"""logits-of-the-first-place

You ask the first place. It knows only the first token.
Try: Which place has read the whole text?
Hint: `[:, -1]`.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, 0]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
