# diagnosis: wrong-axes-swapped
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, L, num_heads, -1).permute(0, 2, 3, 1)
