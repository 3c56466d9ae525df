"""tanh-taken-apart

You work tanh(a + b) out from tanh(a) and tanh(b). That is true on paper. Where a and b are large and of
opposite sign, both are rounded to 1 and -1: what is left is 0/0, or noise.
Try: What are tanh(20), tanh(-19) and tanh(20 - 19) in float32?
Hint: Add first, then `torch.tanh` of the sum.
"""


def additive_scores(q, k, w_q, w_k, v):
    a = torch.tanh(w_q(q))[:, :, None]
    b = torch.tanh(w_k(k))[:, None]
    return ((a + b) / (1 + a * b)) @ v
