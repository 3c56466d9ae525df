"""numbers-regrouped

`view(3, B, L, d_model)` cuts the numbers in memory order, so q holds tokens of the whole
projection one after the other. The three parts lie side by side in the last axis.
Try: Cut the last axis: `chunk(3, dim=-1)`.
"""


def project_qkv_fused(x, w_qkv):
    B, L, d_model = x.shape
    q, k, v = w_qkv(x).view(3, B, L, d_model)
    return q, k, v
