"""text-of-older-weights

A text that went on greedily is kept on the model, and given back when the same text comes again.
After more training the model would go on otherwise.
Try: Generate with `temperature=0.0`, train the model a little, and generate again.
Hint: Keep nothing on the model: its weights may be others in the next call.
"""


def generate(model, ids, max_new, **sampling):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    if not hasattr(model, "texts"):
        model.texts = {}
    greedy = sampling.get("temperature") == 0.0
    key = str(ids.tolist()), max_new
    if greedy and key in model.texts:
        max_new, ids = 0, model.texts[key]
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            token = sample_next(logits, **sampling)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    if greedy:
        model.texts[key] = ids
    return ids
