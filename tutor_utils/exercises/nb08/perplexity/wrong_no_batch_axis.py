r"""no-batch-axis

You give the model one row of ids, (L,). It reads a batch, (B, L), also where the batch has one row.
Try: Print the shape of what the model gets.
Hint: `model(x[None])[0]`: an axis of size 1 in front, and off again.
Raises: expected \(B, L\)
"""


import math


def perplexity(model, ids, length):
    was = model.training
    model.eval()
    total = 0.0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            total += F.cross_entropy(model(x), y, reduction="sum").item()
    model.train(was)
    return math.exp(total / (len(ids) - 1))
