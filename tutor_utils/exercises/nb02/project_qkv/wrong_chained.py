"""projections-chained

You projected what was already projected: the key is made from q, or the value from k. All three
start from the same x.
Try: Look at the name in brackets in each call, and whether `x` was overwritten.
Hint: Write `w_k(x)`, not `w_k(q)`.
Seen: https://github.com/Khaliladib11/Transformer-from-scratch/issues/1
"""


def project_qkv(x, w_q, w_k, w_v):
    x = q = w_q(x)
    x = k = w_k(x)
    return q, k, w_v(x)
