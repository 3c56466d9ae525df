"""features-interleaved

Head i of yours holds every h-th feature, as a cut into (d_k, h) gives it. The contract asks for
neighbours, i*d_k to (i+1)*d_k.
Try: Look at the order of the two last sizes in your reshape, or at the step of your slice.
Hint: In a reshape the last two sizes are `num_heads, d_k`, in this order.
"""


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, L, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    d_k = d_model // num_heads
    return x.reshape(B, L, d_k, num_heads).permute(0, 3, 1, 2)
