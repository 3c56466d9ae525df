"""not-cut

You returned the layer's whole output three times, 3 * d_model wide.
Try: Cut it into three before you return.
"""


def project_qkv_fused(x, w_qkv):
    return w_qkv(x), w_qkv(x), w_qkv(x)
