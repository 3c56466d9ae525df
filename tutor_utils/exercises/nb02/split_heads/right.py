# --- chunk_stack
def split_heads(x, num_heads):
    if x.size(-1) % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={x.size(-1)}")
    return torch.stack(x.chunk(num_heads, dim=-1), 1)


# --- reshape_transpose
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    return x.reshape(B, L, num_heads, d_model // num_heads).transpose(1, 2)
