"""mean-of-windows

You average the windows. The last one is shorter, so its tokens would count more than the others.
Try: How many tokens has the last window, and how much does each of them weigh?
Hint: Add up with `reduction="sum"` and divide once by the number of tokens.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="mean")
            total += loss.item()
            count += 1
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
