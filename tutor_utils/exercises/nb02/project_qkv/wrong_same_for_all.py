"""projections-chained"""


def project_qkv(x, w_q, w_k, w_v):
    q = w_q(x)
    k = w_k(q)
    v = w_v(k)
    return q, k, v
