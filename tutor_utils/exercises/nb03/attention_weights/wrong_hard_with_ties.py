"""hard-attention"""


def attention_weights(scores):
    best = scores == scores.amax(dim=-1, keepdim=True)
    weights = best.to(scores.dtype)
    return weights
