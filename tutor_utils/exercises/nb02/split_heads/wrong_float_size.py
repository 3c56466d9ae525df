r"""float-head-size

The size of a head is a float, since `/` always gives a float in Python.
Try: Look at the line that works out d_k: use `//`.
Hint: d_k = d_model // num_heads
Raises: 'float' object cannot be interpreted|must be tuple of ints.{0,40}float|must be int, not float|invalid combination of arguments - got \([^)]*float
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    d_k = d_model / num_heads
    return x.reshape(B, L, num_heads, d_k).transpose(1, 2)
