def attention_weights(scores):
    weights = scores.softmax(dim=-1)
    return weights
