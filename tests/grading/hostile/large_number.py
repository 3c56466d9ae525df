"""A number that no computer holds."""
def split_heads(x, num_heads):
    return 10 ** 10 ** 9
