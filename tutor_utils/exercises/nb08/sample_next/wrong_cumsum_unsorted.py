"""top-p-not-sorted

You add up the probabilities in the order of the vocabulary. The largest come first, wherever they
stand.
Try: Probabilities 0.1, 0.2 and 0.7 with top_p=0.5: which ids does your code keep?
Hint: `p.sort(dim=-1, descending=True)` before `cumsum`.
"""


import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if temperature < 0:
        raise ValueError(f"temperature={temperature} must be 0 or more")
    if temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / temperature
    if top_k is not None:
        least = logits.topk(top_k).values[:, -1:]
        logits = logits.masked_fill(logits < least, -math.inf)
    p = logits.softmax(dim=-1)
    if top_p is not None:
        before = p.cumsum(dim=-1) - p
        p = p.masked_fill(before >= top_p, 0.0)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
