"""modes-of-the-first-call"""


import math


def perplexity(model, ids, length):
    if not hasattr(model, "modes"):
        model.modes = {name: part.training for name, part in model.named_modules()}
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for name, part in model.named_modules():
        part.training = model.modes[name]
    return math.exp(total / count)
