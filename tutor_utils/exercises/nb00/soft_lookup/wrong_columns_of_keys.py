"""columns-compared

You multiplied the query with the columns of `keys`. Each row is a key, so the query must meet the
rows.
Try: Write the shapes (d,) and (n, d) below one another: which two sizes must be equal in your
product?
Hint: keys @ query, or query @ keys.T
"""


def soft_lookup(query, keys, values):
    scores = query @ keys
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
