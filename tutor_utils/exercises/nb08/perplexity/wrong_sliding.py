"""a-window-for-each-place

You move the window by one place each time. Each token is then predicted many times.
Try: How many windows should a text of 12 ids and a length of 4 give?
Hint: The step of the `range` is `length`.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, max(1, len(ids) - length)):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
