"""only-the-new-ids

You give back the new tokens alone. The contract asks for the text and the new tokens.
Try: Compare the width of your result with L + max_new.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids[:, ids.shape[1] - max_new :]
