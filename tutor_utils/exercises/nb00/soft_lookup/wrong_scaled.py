"""scaled

The scores are divided by √d. Here plain dot products are asked for; the scale comes in notebook
03.
Try: Look for a root between query, keys and softmax.
Hint: Leave the division out.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query / math.sqrt(len(query))
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
