"""one-value-for-several"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x)
