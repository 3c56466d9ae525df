# diagnosis: merge-without-moving-back
def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.reshape(B, L, h * d_k)
