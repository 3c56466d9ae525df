"""whole-text-at-once

The model reads the whole text at once. It is read window by window, for a longer text would not fit
into the model.
Try: Where do you use `length`?
Hint: `for start in range(0, len(ids) - 1, length):`
"""


import math


def perplexity(model, ids, length):
    was = model.training
    model.eval()
    with torch.no_grad():
        loss = F.cross_entropy(model(ids[None, :-1])[0], ids[1:])
    model.train(was)
    return math.exp(loss)
