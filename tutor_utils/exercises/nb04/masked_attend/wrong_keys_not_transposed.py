"""wrong-axes-transposed

k goes into the product with q as it came: (L_q, d_k) @ (L_k, d_k). Its last two axes must change
places first.
Try: What happened to k in notebook 03 before it met q?
Hint: q @ k.transpose(-2, -1)
"""


def masked_attend(q, k, v, mask=None):
    scores = q @ k / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
