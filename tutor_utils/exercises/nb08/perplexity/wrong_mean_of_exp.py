"""mean-of-perplexities

You take e to the loss of each window, and then the mean. Perplexity is e to the mean loss of all
tokens: the mean comes first, and e once, at the end.
Try: Two windows with losses 0 and 2: compare the mean of e⁰ and e² with e¹.
Hint: Add up with `reduction="sum"`, divide once by the number of tokens, then `math.exp`.
"""


import math


def perplexity(model, ids, length):
    was = model.training
    model.eval()
    values = []
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            values.append(math.exp(F.cross_entropy(model(x[None])[0], y).item()))
    model.train(was)
    return sum(values) / len(values)
