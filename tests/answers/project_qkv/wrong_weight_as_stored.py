# diagnosis: weight-not-transposed
def project_qkv(x, w_q, w_k, w_v):
    add = lambda layer: 0 if layer.bias is None else layer.bias
    return tuple(x @ w.weight + add(w) for w in (w_q, w_k, w_v))
