"""wrong-axes-transposed

`k.t()` turns a table. With a batch or heads in front, k has more than two axes.
Try: Which two axes of k must change places, whatever stands in front of them?
Hint: `k.transpose(-2, -1)` swaps the last two.
Raises: expects a tensor with <= 2 dimensions
"""


def attention_scores(q, k):
    return q @ k.t() / math.sqrt(q.shape[-1])
