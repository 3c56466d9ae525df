"""memory-order-read

Your code reads the numbers as they lie in memory and not by their index. After a `transpose`, or in
a slice, that is another order, and `split_heads` ends with a `transpose`.
Try: Call it on `x` and on `x.transpose(1, 2).contiguous().transpose(1, 2)`: equal numbers, which lie
in another order.
Hint: Do without `as_strided`, `.storage()` and pointers. `transpose` and `reshape` know the strides.
"""


def merge_heads(x: Tensor) -> Tensor:
    B, h, L, d_k = x.shape
    swapped = x.as_strided((B, L, h, d_k), (h * L * d_k, d_k, L * d_k, 1))
    return swapped.reshape(B, L, h * d_k)
