"""cut-along-tokens"""


def project_qkv_fused(x, w_qkv):
    return w_qkv(x).chunk(3, dim=1)
