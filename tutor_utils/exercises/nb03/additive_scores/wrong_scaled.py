"""scaled

The scores are divided by √d. Additive scores need no scale: tanh keeps them small.
Try: Look at the last line: the formula has no division.
Hint: Leave the division out.
"""


def additive_scores(q, k, w_q, w_k, v):
    return torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v / math.sqrt(q.shape[-1])
