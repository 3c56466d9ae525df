def soft_lookup(query, keys, values):
    w = torch.softmax(torch.einsum('nd,d->n', keys, query), dim=-1)
    return torch.einsum('n,nm->m', w, values), w
