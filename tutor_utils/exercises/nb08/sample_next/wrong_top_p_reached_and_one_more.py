"""top-p-one-more-where-it-is-reached

Where the sum is top_p exactly, you keep one id more. The fewest whose sum is at least top_p are enough.
Try: Probabilities 0.25, 0.25, 0.25, 0.25 and top_p=0.25: how many ids are at least 0.25 together?
Hint: An id stays if the sum of those BEFORE it is below top_p, `<` and not `<=`.
"""


import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if not (math.isfinite(temperature) and temperature >= 0):
        raise ValueError(f"temperature={temperature} must be 0 or more, and finite")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k} must be at least 1")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"top_p={top_p} must be above 0 and at most 1")
    if temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / temperature
    if top_k is not None:
        least = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
        logits = logits.masked_fill(logits < least, -math.inf)
    p = logits.softmax(dim=-1)
    if top_p is not None:
        ranked, order = p.sort(dim=-1, descending=True)
        before = ranked.cumsum(dim=-1) - ranked
        ranked = ranked.masked_fill(before > top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
