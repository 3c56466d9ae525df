"""scaled

The scores are divided by √n, the root of the number of keys. Here plain dot products are asked
for.
Try: Look for a root between query, keys and softmax.
Hint: Leave the division out.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query / math.sqrt(len(keys))
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
