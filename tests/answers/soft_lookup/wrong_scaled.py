# diagnosis: scaled
def soft_lookup(query, keys, values):
    w = (keys @ query / math.sqrt(len(query))).softmax(0)
    return w @ values, w
