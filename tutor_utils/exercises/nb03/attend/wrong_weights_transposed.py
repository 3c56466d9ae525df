"""weights-transposed

The weights were transposed before they met the values.
Try: Write both shapes above the product with v. Do the inner sizes agree as they are?
Hint: (L_q, L_k) @ (L_k, d_v) fits as it is.
Raises: shapes cannot be multiplied|Expected size|must match|batch1
"""


def attend(q, k, v):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    w = s.softmax(-1)
    return w.transpose(-2, -1) @ v, w
