"""projections-chained"""


def project_qkv(x, w_q, w_k, w_v):
    k = w_k(x)
    return w_q(x), k, w_v(k)
