"""weight-not-transposed

You multiplied x by `layer.weight` as it lies in memory, and added the bias. `nn.Linear` keeps its
weight as (out, in), so it computes x @ weight.T + bias; and a layer may have no bias.
Try: Compare `layer(x)` with your product for one token.
Hint: Call the layer: `w_q(x)`.
"""


def project_qkv(x, w_q, w_k, w_v):
    return tuple(x @ layer.weight + layer.bias for layer in (w_q, w_k, w_v))
