# diagnosis: results-swapped
def soft_lookup(query, keys, values):
    w = (keys @ query).softmax(0)
    return w, w @ values
