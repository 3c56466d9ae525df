def split_heads(x, num_heads):
    if x.size(-1) % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={x.size(-1)}")
    return torch.stack(x.chunk(num_heads, dim=-1), 1)
