def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(1, 2).contiguous().view(B, L, h * d_k)
