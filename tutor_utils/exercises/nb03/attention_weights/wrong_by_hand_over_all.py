"""softmax-over-everything"""


def attention_weights(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    total = powers.sum()
    return powers / total
