"""modes-of-the-first-call

The modes are noted on the model by the first call alone. Every later call gives the model those
modes back, whatever modes it came in.
Try: Call it with the model in training mode, then in eval mode. What is `model.training` after the second call?
Hint: Read the modes in each call, into a list of the call's own.
"""


def generate(model, ids, max_new, **sampling):
    if not hasattr(model, "modes"):
        model.modes = {name: part.training for name, part in model.named_modules()}
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for name, part in model.named_modules():
        part.training = model.modes[name]
    return ids
