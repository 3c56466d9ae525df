"""projections-chained"""


def project_qkv(x, w_q, w_k, w_v):
    q = w_q(x)
    return q, w_k(x), w_v(q)
