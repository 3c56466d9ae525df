def project_qkv(x, w_q, w_k, w_v):
    return tuple(F.linear(x, w.weight, w.bias) for w in (w_q, w_k, w_v))
