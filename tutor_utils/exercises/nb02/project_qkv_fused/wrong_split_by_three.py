"""split-by-count

`split(3)` makes parts of size 3, as many as fit. You want 3 parts of size d_model.
Try: Which number does `split` take: how many parts, or how large each is?
Hint: `split(x.shape[-1], dim=-1)`, or `chunk(3, dim=-1)`
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.split(3, dim=-1)
    return q, k, v
