"""weights-transposed

The weights were transposed before they met the values.
Try: Write both shapes above the product with v. Do the inner sizes agree as they are?
Hint: (L_q, L_k) @ (L_k, d_v) fits as it is.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights.transpose(-2, -1) @ v
    return output, weights
