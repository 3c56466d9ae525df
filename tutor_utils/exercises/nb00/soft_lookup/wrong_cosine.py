"""cosine-scores

The scores are cosines. Plain dot products are asked for.
Try: Look at the scores: does the length of a key count in a plain dot product?
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    w = F.cosine_similarity(keys, query[None], dim=-1).softmax(0)
    return w @ values, w
