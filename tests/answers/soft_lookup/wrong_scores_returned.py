# diagnosis: scores-returned
def soft_lookup(query, keys, values):
    s = keys @ query
    return s.softmax(0) @ values, s
