"""sizes-from-outside

The sizes in your code do not fit `x`: they are fixed numbers, names from another cell, or one is
left out.
Try: Read all sizes from the argument: `B, h, L, d_k = x.shape`. How many numbers do yours make
together?
Hint: B, h, L, d_k = x.shape
Raises: name '(?:B|L|h|d_k|d_model|num_heads|batch_size)' is not defined|is invalid for input of size
"""


def merge_heads(x):
    return x.transpose(1, 2).reshape(10, 20, 512)
