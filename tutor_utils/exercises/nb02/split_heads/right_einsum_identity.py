def split_heads(x, num_heads):
    d = x.shape[2]
    if d % num_heads:
        raise ValueError(f"num_heads={num_heads} must divide d_model={d}")
    pick = torch.eye(d, dtype=x.dtype, device=x.device).reshape(num_heads, d // num_heads, d)
    return torch.einsum("bld,hkd->bhlk", x, pick)
