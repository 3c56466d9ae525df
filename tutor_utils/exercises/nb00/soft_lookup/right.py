# --- float64_inside
def soft_lookup(query, keys, values):
    scores = torch.stack([torch.dot(query, key) for key in keys]).double()
    shares = torch.exp(scores - scores.max())
    weights = (shares / shares.sum()).to(values.dtype)
    return torch.einsum("n,nm->m", weights, values), weights


# --- usual
def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
