# diagnosis: exp-overflows
def soft_lookup(query, keys, values):
    e = (keys @ query).exp()
    w = e / e.sum()
    return w @ values, w
