# diagnosis: raw-scores
def soft_lookup(query, keys, values):
    w = keys @ query
    return w @ values, w
