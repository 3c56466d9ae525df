# Full windows as one batch, the rest by itself.
import math


def perplexity(model, ids, length):
    before = [(m, m.training) for m in model.modules()]
    model.eval()
    n = (len(ids) - 1) // length
    with torch.no_grad():
        total = 0.0
        if n:
            x, y = ids[: n * length].view(n, length), ids[1 : n * length + 1].view(n, length)
            total += F.cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum").item()
        if n * length < len(ids) - 1:
            x, y = ids[n * length : -1], ids[n * length + 1 :]
            total += F.cross_entropy(model(x[None])[0], y, reduction="sum").item()
    for m, mode in before:
        m.training = mode
    return math.exp(total / (len(ids) - 1))
