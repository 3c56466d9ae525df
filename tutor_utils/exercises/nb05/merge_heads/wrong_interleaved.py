"""features-interleaved

The features of the heads alternate in your rows: the join was made as (d_k, h) and not as (h, d_k),
while `split_heads` cut them into blocks.
Try: Look at the order of the two last axes before you join them.
Hint: Before the join the axes should be (B, L, h, d_k).
"""


def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.permute(0, 2, 3, 1).reshape(B, L, h * d_k)
