"""nothing-returned"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    y = x.reshape(B, L, num_heads, -1).transpose(1, 2)
