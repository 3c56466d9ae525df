"""strides-of-a-whole-tensor

You work out the strides yourself, for a tensor that lies in one piece. A slice or a transposed tensor
has others, and you read numbers of other places.
Try: What does `x.stride()` say for a slice such as `x[:, ::2]`?
Hint: `x.view(B, L, num_heads, -1)` knows the strides, and `transpose` changes them.
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    d_k = d_model // num_heads
    return x.as_strided((B, num_heads, L, d_k), (L * d_model, d_k, d_model, 1))
