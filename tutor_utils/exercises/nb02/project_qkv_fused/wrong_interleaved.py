"""features-interleaved

You took every third feature: q, k, v, q, k, v, ... The stacked layer holds all of q first, then
all of k, then all of v.
Try: Look at the reshape: (3, d_model) and (d_model, 3) are not the same.
"""


def project_qkv_fused(x, w_qkv):
    return w_qkv(x).unflatten(-1, (x.shape[-1], 3)).unbind(-1)
