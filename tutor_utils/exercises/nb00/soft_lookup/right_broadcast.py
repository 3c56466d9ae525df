def soft_lookup(query, keys, values):
    w = F.softmax((keys * query).sum(1), dim=0)
    return (w[:, None] * values).sum(0), w
