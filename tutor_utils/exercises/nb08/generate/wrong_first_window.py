"""reads-the-beginning

Beyond max_len the model reads the beginning of the text again and again, not its end.
Try: Which tokens should the model see when the text is too long?
Hint: `ids[:, -model.max_len :]`.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, : model.max_len])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
