"""sizes-from-outside

Your code uses sizes that are not those of `x`: fixed numbers, or names from another cell.
Try: Read all sizes from the argument: `B, h, L, d_k = x.shape`.
Hint: B, h, L, d_k = x.shape
Raises: name '(?:B|L|h|d_k|d_model|num_heads|batch_size)' is not defined|is invalid for input of size
"""


def merge_heads(x):
    return x.transpose(1, 2).reshape(10, 20, 512)
