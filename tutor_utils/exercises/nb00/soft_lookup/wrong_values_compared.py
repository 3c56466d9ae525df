"""values-compared

The query was compared with the values. Keys are for finding, values for reading.
Try: Which tensor does the query meet: the keys or the values?
Hint: keys @ query
Raises: shapes cannot be multiplied|size mismatch|inconsistent tensor size
"""


def soft_lookup(query, keys, values):
    w = (values @ query).softmax(0)
    return w @ values, w
