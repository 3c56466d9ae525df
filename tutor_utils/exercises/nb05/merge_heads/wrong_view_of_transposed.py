"""view-after-transpose"""


def merge_heads(x: Tensor) -> Tensor:
    B, h, L, d_k = x.shape
    return x.transpose(1, 2).view(B, L, h * d_k)
