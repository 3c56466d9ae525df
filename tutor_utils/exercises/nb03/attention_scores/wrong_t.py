"""wrong-axes-transposed
"""


def attention_scores(q, k):
    return q @ k.t() / math.sqrt(q.shape[-1])
