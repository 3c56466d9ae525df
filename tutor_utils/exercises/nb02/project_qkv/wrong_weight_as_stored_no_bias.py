"""weight-not-transposed

You multiplied x by `layer.weight` as it lies in memory, and left the bias out. `nn.Linear` keeps its
weight as (out, in), so it computes x @ weight.T + bias.
Try: Compare `layer(x)` with your product for one token. Which two things differ?
Hint: Call the layer: `w_q(x)`.
"""


def project_qkv(x, w_q, w_k, w_v):
    return x @ w_q.weight, x @ w_k.weight, x @ w_v.weight
