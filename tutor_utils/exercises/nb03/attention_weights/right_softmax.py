def attention_weights(scores):
    return scores.softmax(dim=-1)
