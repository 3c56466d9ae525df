# diagnosis: cut-along-tokens
def project_qkv_fused(x, w_qkv):
    q, k, v = w_qkv(x).chunk(3)
    return q, k, v
