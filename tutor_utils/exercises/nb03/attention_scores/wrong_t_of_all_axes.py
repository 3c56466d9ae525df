"""wrong-axes-transposed

The wrong axes of k are swapped. Only the last two: (L_k, d_k) to (d_k, L_k).
Try: Which two axes of k must change places? What does `.T` do to more than two axes?
Hint: k.transpose(-2, -1). `k.T` turns all axes round.
"""


def attention_scores(q, k):
    scores = q @ k.T
    scores = scores / math.sqrt(q.shape[-1])
    return scores
