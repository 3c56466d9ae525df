"""numbers-regrouped

Your numbers are cut in memory order, as a `view` to (3, B, L, d_model) does it, so q holds the
first third of all of them: whole tokens, with their q, k and v. The three parts lie side by side in
the last axis.
Try: Which axis must be cut, and does your line cut that one?
Hint: `chunk(3, dim=-1)` cuts the last axis.
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.view(3, *x.shape)
    return q, k, v
