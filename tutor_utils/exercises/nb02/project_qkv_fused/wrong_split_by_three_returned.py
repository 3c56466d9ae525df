"""split-by-count"""


def project_qkv_fused(x, w_qkv):
    return w_qkv(x).split(3, dim=-1)
