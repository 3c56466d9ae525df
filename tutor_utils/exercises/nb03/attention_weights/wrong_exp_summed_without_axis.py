"""sum-without-keepdim"""


def attention_weights(scores):
    powers = scores.exp()
    total = powers.sum(dim=-1)
    return powers / total
