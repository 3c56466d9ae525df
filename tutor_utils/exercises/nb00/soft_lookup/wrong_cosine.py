"""cosine-scores

The scores are cosines. Plain dot products are asked for.
Try: Look at the scores: does the length of a key count in a plain dot product?
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    scores = F.cosine_similarity(keys, query[None], dim=-1)
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
