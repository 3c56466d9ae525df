"""split-by-count

You got parts of 3 features, as many as there are. You want 3 parts of d_model features.
Try: `split` takes how large a part is, `chunk` how many parts there are. Which number did you give?
Hint: `split(x.shape[-1], dim=-1)`, or `chunk(3, dim=-1)`
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.split(3, dim=-1)
    return q, k, v
