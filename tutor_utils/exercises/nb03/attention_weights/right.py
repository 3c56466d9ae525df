# --- subtract_max
def attention_weights(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    total = powers.sum(dim=-1, keepdim=True)
    return powers / total


# --- usual
def attention_weights(scores):
    weights = scores.softmax(dim=-1)
    return weights
