"""wrong-axes-transposed

The wrong axes of k are swapped. Only the last two: (L_k, d_k) to (d_k, L_k).
Try: Is there a function of yours that does the scores already?
Hint: Use your attention_scores.
"""


def attend(q, k, v):
    scores = q @ k.T / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
