# diagnosis: one-part-three-times
def project_qkv_fused(x, w_qkv):
    d_model = x.shape[-1]
    parts = []
    for i in range(3):
        parts.append(w_qkv(x)[..., :d_model])
    return tuple(parts)
