"""wrong-axes-transposed

`k.t()` works on two axes alone. With a batch or heads in front PyTorch refuses it.
Try: Which two axes of k must change places, however many stand in front?
Hint: k.transpose(-2, -1)
Raises: expects a tensor with <= 2 dimensions
"""


def attention_scores(q, k):
    return q @ k.t() / math.sqrt(q.shape[-1])
