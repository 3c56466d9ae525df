"""one-part-three-times

q, k and v are the same third of the projection.
Try: The second third is k, the last one is v.
"""


def project_qkv_fused(x, w_qkv):
    d_model = x.shape[-1]
    parts = []
    for i in range(3):
        parts.append(w_qkv(x)[..., :d_model])
    return tuple(parts)
