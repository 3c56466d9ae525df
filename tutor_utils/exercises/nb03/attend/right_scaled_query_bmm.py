def attend(q, k, v):
    scores = torch.matmul(q * (k.size(-1) ** -0.25), (k * (k.size(-1) ** -0.25)).mT)
    shifted = scores - scores.amax(dim=-1, keepdim=True).detach()
    weights = shifted.exp()
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return torch.einsum("...qk,...kd->...qd", weights, v), weights
