def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.permute(0, 2, 1, 3).reshape(B, L, -1)
