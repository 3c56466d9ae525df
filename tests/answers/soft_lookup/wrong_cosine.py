# diagnosis: cosine-scores
def soft_lookup(query, keys, values):
    w = F.cosine_similarity(keys, query[None], dim=-1).softmax(0)
    return w @ values, w
