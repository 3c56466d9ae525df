# diagnosis: view-straight-to-heads
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, num_heads, L, d_model // num_heads)
