# diagnosis: float-head-size
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    d_k = d_model / num_heads
    return x.reshape(B, L, num_heads, d_k).transpose(1, 2)
