"""sentence-axis-lost

Of a batch with one sentence the axis of the sentences is gone: `squeeze(0)`, or `[0]`, takes it out. A
batch of one is a batch too.
Try: What shape comes out for (1, 2, 2, 2)?
Hint: (B, L, h * d_k) has three axes for every B.
"""


def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(1, 2).reshape(B, L, h * d_k).squeeze(0)
