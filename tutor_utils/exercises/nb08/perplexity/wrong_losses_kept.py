"""losses-of-older-weights

The loss of a window is kept on the model, and taken again when the same window comes. After more
training the model's loss there is another.
Try: Measure a model, train it a little, and measure it again on the same text.
Hint: Keep nothing on the model: its weights may be others in the next call.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    if not hasattr(model, "losses"):
        model.losses = {}
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            key = str(x.tolist()), str(y.tolist())
            if key not in model.losses:
                loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
                model.losses[key] = loss.item()
            total += model.losses[key]
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
