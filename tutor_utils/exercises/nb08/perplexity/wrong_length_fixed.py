"""max-len-for-length

Your windows are as long as `model.max_len`, whatever `length` is. The argument `length` says how
long they are.
Try: Where do you use `length`, and does anything replace it on the way?
"""


import math


def perplexity(model, ids, length):
    length = model.max_len
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
    return math.exp(total / count)
