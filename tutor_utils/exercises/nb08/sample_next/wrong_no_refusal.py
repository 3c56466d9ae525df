"""negative-temperature-passes

A temperature below 0 is used as if it were good. It turns the logits round, so that the unlikeliest
token comes most often.
Try: Draw with `temperature=-1.0`. Which token comes most often?
Hint: `if temperature < 0: raise ValueError(...)`.
"""


import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
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
        ranked = ranked.masked_fill(before >= top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
