# diagnosis: not-cut
def project_qkv_fused(x, w_qkv):
    return w_qkv(x), w_qkv(x), w_qkv(x)
