"""wrong-axes-swapped

The heads are right, but tokens and features of each head changed places: (B, h, d_k, L).
Try: Which axis of your result has the size L, and which d_k? Follow your last `transpose` or
`permute`.
Hint: `transpose(1, 2)` swaps L and h and leaves d_k last.
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, L, num_heads, -1).permute(0, 2, 3, 1)
