"""last-window-dropped

Full windows alone are read: the tokens behind the last one are never predicted. A text that is
shorter than a window has none, and the mean is divided by 0.
Try: A text of 11 ids and windows of 4: which tokens does your loop ask for?
Hint: `range(0, len(ids) - 1, length)`; slices may be shorter at the end.
Raises: division by zero
"""

import math


def perplexity(model, ids, length):
    modes = {part: part.training for part in model.modules()}
    model.eval()
    total, windows = 0.0, (len(ids) - 1) // length
    with torch.no_grad():
        for start in range(0, windows * length, length):
            y = ids[start + 1 : start + 1 + length]
            logits = model(ids[None, start : start + length])[0]
            total += F.cross_entropy(logits, y, reduction="sum").item()
    for part, mode in modes.items():
        part.training = mode
    return math.exp(total / (windows * length))
