# diagnosis: features-interleaved
def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.permute(0, 2, 3, 1).reshape(B, L, h * d_k)
