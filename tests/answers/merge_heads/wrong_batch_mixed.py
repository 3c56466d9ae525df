# diagnosis: sentences-mixed
def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(0, 1).reshape(B, L, h * d_k)
