# diagnosis: not-a-softmax
def soft_lookup(query, keys, values):
    s = keys @ query
    w = s / s.sum()
    return w @ values, w
