def merge_heads(x):
    B, h, L, d_k = x.shape
    place = torch.eye(h * d_k, dtype=x.dtype, device=x.device).view(h, d_k, h * d_k)
    return torch.einsum("bhlf,hfd->bld", x, place)
