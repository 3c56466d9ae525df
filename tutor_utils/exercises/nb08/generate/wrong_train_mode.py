"""stays-in-training-mode

The model speaks in training mode, where dropout spoils what it says.
Try: Which mode has the model while your loop runs?
Hint: `model.eval()` before the loop.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
