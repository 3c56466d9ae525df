"""squeezed-everywhere

`squeeze()` without a number takes away every axis of size 1. In a batch of one row the axis of the
batch is lost as well.
Try: Print the shape for logits of one row. It should be (1,).
Hint: `[:, 0]`, or `.squeeze(-1)`.
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
        ranked, order = p.sort(dim=-1, descending=True)
        before = ranked.cumsum(dim=-1) - ranked
        ranked = ranked.masked_fill(before >= top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator).squeeze()
