"""root-of-axis-1"""


def attention_scores(q, k):
    d_k = k.shape[1]
    return q @ k.transpose(-2, -1) / d_k**0.5
