"""small-number-for-temperature-zero

In place of a temperature of 0 you divide by a small number, and draw. Of two logits that are near
each other the smaller one is then drawn, too.
Try: Divide 5.000 and 5.001 by your small number, and take the softmax.
Hint: `if temperature == 0: return logits.argmax(dim=-1)`.
"""


import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if temperature < 0:
        raise ValueError(f"temperature={temperature} must be 0 or more")
    logits = logits / max(temperature, 0.01)
    if top_k is not None:
        least = logits.topk(top_k).values[:, -1:]
        logits = logits.masked_fill(logits < least, -math.inf)
    p = logits.softmax(dim=-1)
    if top_p is not None:
        ranked, order = p.sort(dim=-1, descending=True)
        before = ranked.cumsum(dim=-1) - ranked
        ranked = ranked.masked_fill(before >= top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
