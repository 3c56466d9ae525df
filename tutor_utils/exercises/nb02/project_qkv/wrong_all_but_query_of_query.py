"""key-and-value-of-the-query

Key and value are projections of your query, and not of x: q was projected already. Where the query
is written into `x`, the next two lines read it.
Try: What does the name in brackets hold when `w_k` and `w_v` are called?
Hint: Give the query a name of its own: `q = w_q(x)`, and leave `x` as it came in.
"""


def project_qkv(x, w_q, w_k, w_v):
    x = w_q(x)
    k = w_k(x)
    v = w_v(x)
    return x, k, v
