def project_qkv_fused(x, w_qkv):
    d = x.shape[-1]
    y = w_qkv(x)
    return y[..., :d], y[..., d : 2 * d], y[..., -d:]
