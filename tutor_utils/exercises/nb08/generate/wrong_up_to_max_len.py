"""stops-at-max-len

You stop when the text is as long as max_len. The model may read that much, and the text may be longer.
Try: What should come back for a text that is longer than max_len?
Hint: Let the model read the last `max_len` tokens, and go on.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            if ids.shape[1] >= model.max_len:
                break
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
