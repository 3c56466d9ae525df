# diagnosis: hard-choice
def soft_lookup(query, keys, values):
    s = keys @ query
    w = F.one_hot(s.argmax(), len(s)).to(s.dtype)
    return w @ values, w
