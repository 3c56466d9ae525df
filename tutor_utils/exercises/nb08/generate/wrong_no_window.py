"""reads-too-much

The model is given more ids than the `max_len` that it can read.
Try: How long is the text after `max_len` steps?
Hint: `ids[:, -model.max_len :]`.
Raises: ids have length
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids)[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
