"""id-zero-ignored

The label 0 is left out of the loss, as a pad would be. Here id 0 is a token like all others.
Try: How many labels does your sum count, and how many are there?
Hint: No `ignore_index`. Is the last window shorter? Cut it short instead of filling it.
"""


import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            x = F.pad(x, (0, length - len(x)))
            y = F.pad(y, (0, length - len(y)))
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum", ignore_index=0)
            total += loss.item()
            count += int((y != 0).sum())
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
