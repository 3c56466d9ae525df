"""one-projection-for-all

You used the same layer for query, key and value. Then q and k are equal, so the score of A for B is
always that of B for A.
Try: Look at which of `w_q`, `w_k`, `w_v` each of the three lines calls.
Hint: The second line calls `w_k` and the third line calls `w_v`.
"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x), w_q(x), w_q(x)
