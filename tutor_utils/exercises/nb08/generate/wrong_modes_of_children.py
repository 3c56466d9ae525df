"""modes-of-children-alone

You keep the modes of the model's direct parts. `train(mode)` then gives the parts inside of them the
same mode, whatever theirs was.
Try: What does `model.named_children()` give of a part within a part?
Hint: Keep `[(part, part.training) for part in model.modules()]`, and set `part.training`.
"""


def generate(model, ids, max_new, **sampling):
    was_training = model.training
    modes = {name: child.training for name, child in model.named_children()}
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            ids = torch.cat([ids, sample_next(logits, **sampling)[:, None]], dim=1)
    model.training = was_training
    for name, child in model.named_children():
        child.train(modes[name])
    return ids
