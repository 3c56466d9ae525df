# diagnosis: order-of-results
def project_qkv_fused(x, w_qkv):
    k, q, v = w_qkv(x).chunk(3, dim=-1)
    return q, k, v
