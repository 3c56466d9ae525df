"""features-interleaved"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, L, -1, num_heads).permute(0, 3, 1, 2)
