"""order-of-results"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.chunk(3, dim=-1)
    return v, k, q
