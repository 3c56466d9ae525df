def causal_mask(length, device=None):
    i = torch.arange(length, device=device)
    return (i[None, :] <= i[:, None]).view(1, 1, length, length)
