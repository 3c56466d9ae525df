def split_heads(x, num_heads):
    B, L, d = x.shape
    d_k, rest = divmod(d, num_heads)
    if rest:
        raise ValueError(f"num_heads must divide d_model; got num_heads={num_heads}, d_model={d}")
    out = x.new_zeros(B, num_heads, L, d_k)
    for i in range(num_heads):
        out[:, i] = x[..., i * d_k : (i + 1) * d_k]
    return out
