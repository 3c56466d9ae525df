"""seeds-its-own-generator

Without a generator every call says the same text: your function makes a generator of its own, or
sets a seed.
Try: Call it twice without a generator. Should both texts be equal?
Hint: Hand `**sampling` on as it is. `sample_next` without a generator draws with PyTorch's own.
"""


def generate(model, ids, max_new, **sampling):
    if sampling.get("generator") is None:
        sampling["generator"] = torch.Generator(device=ids.device).manual_seed(42)
    mode = model.training
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]
            ids = torch.cat([ids, sample_next(logits, **sampling)[:, None]], dim=1)
    model.train(mode)
    return ids
