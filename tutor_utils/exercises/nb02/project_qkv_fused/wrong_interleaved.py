"""features-interleaved

You took every third feature: q, k, v, q, k, v, ... The stacked layer holds all of q first, then
all of k, then all of v.
Try: Which features of one token become its query? With a reshape: (3, d_model) and (d_model, 3)
are not the same.
Seen: https://github.com/awslabs/slapo/pull/46
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.unflatten(-1, (-1, 3)).unbind(-1)
    return q, k, v
