def soft_lookup(query, keys, values):
    weights = (keys @ query).softmax(0)
    return weights @ values, weights
