"""empty-last-window

Your last window may hold one id and no label. The mean over nothing is NaN, and the sum with it.
Try: 3 ids, windows of length 1: which windows do you make, and which labels has each?
Hint: A window begins where at least one label follows: `range(0, len(ids) - 1, length)`.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids), length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="mean")
            total += loss.item() * len(y)
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
