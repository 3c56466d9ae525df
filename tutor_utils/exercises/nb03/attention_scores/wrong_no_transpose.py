"""wrong-axes-transposed

k goes into the product as it came: (L_q, d_k) @ (L_k, d_k). Its last two axes must change places
first, to (d_k, L_k).
Try: Write both shapes above the product. Which two axes of k must change places?
Hint: q @ k.transpose(-2, -1)
"""


def attention_scores(q, k):
    scores = q @ k
    scores = scores / math.sqrt(q.shape[-1])
    return scores
