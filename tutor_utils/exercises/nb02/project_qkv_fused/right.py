# --- unflatten_unbind
def project_qkv_fused(x, w_qkv):
    return w_qkv(x).unflatten(-1, (3, x.shape[-1])).unbind(-2)


# --- usual
def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.chunk(3, dim=-1)
    return q, k, v
