"""weight-not-transposed

You multiplied x by `layer.weight` as it lies in memory. `nn.Linear` keeps its weight as (out, in),
so it computes x @ weight.T + bias.
Try: Let the layer do it: call it with x.
"""


def project_qkv(x, w_q, w_k, w_v):
    add = lambda layer: 0 if layer.bias is None else layer.bias
    return tuple(x @ w.weight + add(w) for w in (w_q, w_k, w_v))
