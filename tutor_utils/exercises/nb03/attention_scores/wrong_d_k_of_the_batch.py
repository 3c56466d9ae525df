"""root-of-axis-1

You took the size of axis 1 for d_k. With two axes that is so; with a batch or heads in front it is
another size.
Try: Count the axis of d_k from the end. Does your line do so?
Hint: Count from the end: `q.shape[-1]`.
Seen: https://github.com/tenstorrent/tt-metal/pull/56789
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[1])
    return scores
