"""last-feature-left-out

-1 as the end of a slice leaves the last feature out, so the value is one feature too narrow.
Try: Where does your third slice end?
Hint: `qkv[..., 2 * d :]`, with nothing behind the colon
"""


def project_qkv_fused(x, w_qkv):
    d = x.shape[-1]
    qkv = w_qkv(x)
    return qkv[..., :d], qkv[..., d : 2 * d], qkv[..., 2 * d : -1]
