"""wrong-axes-transposed

The wrong axes of k are swapped. Only the last two: (L_k, d_k) to (d_k, L_k).
Try: Count the axes from the end: which two must change places when a batch stands in front?
Hint: k.transpose(-2, -1)
"""


def attention_scores(q, k):
    scores = q @ k.transpose(0, 1)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
