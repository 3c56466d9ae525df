def project_qkv_fused(x, w_qkv):
    return w_qkv(x).unflatten(-1, (3, x.shape[-1])).unbind(-2)
