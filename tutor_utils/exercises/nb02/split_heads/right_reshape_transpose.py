def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"d_model={d_model} is not a multiple of num_heads={num_heads}")
    return x.reshape(B, L, num_heads, d_model // num_heads).transpose(1, 2)
