"""sentences-mixed

The batch was not the first axis when you joined. One sentence then holds numbers of another one.
Try: Which axis stands first before the join? The batch stays there.
"""


def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(0, 1).reshape(B, L, h * d_k)
