def attention_weights(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    total = powers.sum(dim=-1, keepdim=True)
    return powers / total
