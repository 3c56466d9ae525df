"""unnamed

The shape is right and the numbers are not. This is none of the mistakes that the course knows by
name.
Try: FILL IN
"""


def project_qkv_fused(x, w_qkv):
    d = x.shape[-1]
    qkv = w_qkv(x)
    return qkv[..., :d], qkv[..., d : 2 * d], qkv[..., 2 * d - 1 : -1]
