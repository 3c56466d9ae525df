"""root-rounded-down

You divide by a whole number: the root of d_k without what comes behind the point. It is right for
d_k = 4, 16 or 64 alone.
Try: What does your root give for d_k = 2?
Hint: `math.sqrt` keeps the digits; `math.isqrt`, `int(...)` and `//` drop them.
"""


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.isqrt(k.shape[-1])
