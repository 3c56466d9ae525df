"""order-of-results"""


def project_qkv_fused(x, w_qkv):
    q, k, v = w_qkv(x).chunk(3, dim=-1)
    return q, v, k
