"""sentences-mixed"""


def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.permute(2, 0, 1, 3).reshape(B, L, h * d_k)
