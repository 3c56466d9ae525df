"""query-scaled

The query is divided by √d_model. Here the layers alone are asked for; what the scores are divided
by comes in notebook 03, and it is the root of d_k.
Try: Does something meet q besides its layer?
Hint: `q = w_q(x)` is all.
"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x) * w_q.out_features**-0.5, w_k(x), w_v(x)
