# diagnosis: averaged-twice
def soft_lookup(query, keys, values):
    weights = torch.softmax(keys @ query, dim=0)
    return (weights[:, None] * values).mean(dim=0), weights
