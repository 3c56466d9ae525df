"""sizes-from-outside"""


def merge_heads(x):
    return x.transpose(1, 2).reshape(x.shape[0], -1, d_model)
