"""changed-in-place
"""


def attention_weights(scores):
    weights = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    weights /= weights.sum(dim=-1, keepdim=True)
    return weights
