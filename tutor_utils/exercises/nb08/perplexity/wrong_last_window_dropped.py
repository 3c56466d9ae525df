"""last-window-dropped

The last window is missing: the tokens behind the last full window are never predicted.
Try: A text of 11 ids and windows of 4: which tokens does your loop ask for?
Hint: `range(0, len(ids) - 1, length)`; slices may be shorter at the end.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, max(1, len(ids) - length), length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
