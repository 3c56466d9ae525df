"""last-feature-left-out

The value begins one feature too early, and the last feature is left out: what stands as the end of
a slice is not in the slice.
Try: Look at both ends of your third slice. Which is the last feature that it holds?
Hint: `qkv[..., 2 * d :]`, with nothing behind the colon
"""


def project_qkv_fused(x, w_qkv):
    d = x.shape[-1]
    qkv = w_qkv(x)
    return qkv[..., :d], qkv[..., d : 2 * d], qkv[..., 2 * d - 1 : -1]
