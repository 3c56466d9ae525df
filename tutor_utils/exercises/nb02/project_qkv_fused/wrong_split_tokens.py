"""cut-along-tokens"""


def project_qkv_fused(x, w_qkv):
    y = w_qkv(x)
    L = y.shape[1]
    n = (L + 2) // 3
    return y[:, :n], y[:, n : 2 * n], y[:, 2 * n :]
