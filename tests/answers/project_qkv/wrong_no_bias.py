# diagnosis: bias-forgotten
def project_qkv(x, w_q, w_k, w_v):
    return x @ w_q.weight.T, x @ w_k.weight.T, x @ w_v.weight.T
