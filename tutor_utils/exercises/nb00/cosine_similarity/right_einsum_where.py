def cosine_similarity(a, b):
    a, b = torch.broadcast_tensors(a, b)
    dot = torch.einsum('...d,...d->...', a, b)
    size = ((a**2).sum(-1) * (b**2).sum(-1)).sqrt()
    return torch.where(size > 0, dot / size, torch.zeros_like(dot))
