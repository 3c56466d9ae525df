"""view-after-transpose

`view` needs the numbers to lie in memory in the order of the axes. `transpose` only changes the
order in which they are read.
Try: Use `reshape`, which copies where it must, or `.contiguous()` before `view`.
Hint: x.transpose(1, 2).reshape(...)
Raises: view size is not compatible
"""


def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(1, 2).view(B, L, h * d_k)
