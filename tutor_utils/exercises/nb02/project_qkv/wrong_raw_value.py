"""value-not-projected

You returned `x` itself as the value. The value has a layer of its own, `w_v`.
Try: Look at the third value that you return.
Hint: v = w_v(x)
"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x), w_k(x), x
