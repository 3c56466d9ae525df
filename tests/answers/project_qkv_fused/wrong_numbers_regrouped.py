# diagnosis: numbers-regrouped
def project_qkv_fused(x, w_qkv):
    B, L, d_model = x.shape
    q, k, v = w_qkv(x).view(3, B, L, d_model)
    return q, k, v
