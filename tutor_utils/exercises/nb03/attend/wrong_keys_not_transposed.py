"""wrong-axes-transposed

k goes into the product with q as it came: (L_q, d_k) @ (L_k, d_k). Its last two axes must change
places first.
Try: Is there a function of yours that does the scores already?
Hint: Use your attention_scores.
"""


def attend(q, k, v):
    scores = q @ k / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
