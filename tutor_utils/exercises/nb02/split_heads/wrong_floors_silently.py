"""indivisible-not-refused"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    d_k = d_model // num_heads
    return x[..., : num_heads * d_k].reshape(B, L, num_heads, d_k).transpose(1, 2)
