"""labels-not-shifted

You ask for the token that the model has just read.
Try: Which id should follow the first id of a window?
Hint: Labels are `ids[start + 1 : ...]`.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start : start + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
