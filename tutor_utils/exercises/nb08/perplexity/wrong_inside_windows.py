"""first-of-each-window-missing

Inside each window you predict only from its own tokens to its own tokens. The first token of every later window is never asked for.
Try: Windows of 3 over 7 ids: which places do you predict? It should be 6.
Hint: The labels reach one place beyond the window.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, max(2, length)):
            y = ids[start + 1 : start + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            if len(y) == 0:
                continue
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
