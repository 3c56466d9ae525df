"""softmax-over-queries"""


def attention_weights(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    total = powers.sum(dim=-2, keepdim=True)
    return powers / total
