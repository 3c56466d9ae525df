# diagnosis: projections-chained
def project_qkv(x, w_q, w_k, w_v):
    x = q = w_q(x)
    x = k = w_k(x)
    return q, k, w_v(x)
