"""weight-not-transposed"""


def project_qkv(x, w_q, w_k, w_v):
    return tuple(x @ layer.weight + layer.bias for layer in (w_q, w_k, w_v))
