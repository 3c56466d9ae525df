def causal_mask(length, device=None):
    eye = torch.eye(length, device=device)
    return (eye.cumsum(dim=0) > 0).view(1, 1, length, length)
