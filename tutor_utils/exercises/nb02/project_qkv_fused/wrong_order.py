"""order-of-results

The parts are right but in another order. The weights are stacked q, k, v.
Try: Look at the names on the left of the line that cuts, and at the `return` line.
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.chunk(3, dim=-1)
    return k, q, v
