"""shifted-within-pieces

You cut the ids into pieces and shift inside each. The first id behind a cut is never predicted.
Try: 5 ids, windows of length 2: which ids are labels in your code?
Hint: The label behind a window's last id is the first id of the next window.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for piece in ids.split(length + 1):
            if len(piece) < 2:
                continue
            x, y = piece[:-1], piece[1:]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
