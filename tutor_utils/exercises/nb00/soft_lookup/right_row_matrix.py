def soft_lookup(query, keys, values):
    weights = F.softmax((query[None] @ keys.T), dim=-1)
    return (weights @ values)[0], weights[0]
