"""the-loss-itself

You give the mean loss. Perplexity is e to the power of it: the number of tokens that the model wavers between.
Try: What should an even guess over 5 tokens give?
Hint: `math.exp(total / count)`.
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
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return total / count
