# diagnosis: values-compared
def soft_lookup(query, keys, values):
    w = (values @ query).softmax(0)
    return w @ values, w
