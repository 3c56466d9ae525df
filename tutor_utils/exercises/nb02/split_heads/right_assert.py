def split_heads(x, num_heads):
    B, L, d_model = x.shape
    assert d_model % num_heads == 0
    return x.reshape(B, L, num_heads, -1).transpose(1, 2)
