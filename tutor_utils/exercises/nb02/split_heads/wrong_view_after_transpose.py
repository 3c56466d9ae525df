"""indivisible-not-refused"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    return x.transpose(1, 2).view(B, num_heads, -1, L).transpose(2, 3)
