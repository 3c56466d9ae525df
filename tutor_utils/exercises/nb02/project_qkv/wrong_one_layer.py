"""one-projection-for-all

You used the same layer for query, key and value. Then q and k are equal, so the score of A for B is
always that of B for A.
Try: Where are `w_k` and `w_v` called, and is what they give returned?
Hint: The key is what `w_k` makes of x, the value what `w_v` makes of it.
"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x), w_q(x), w_q(x)
