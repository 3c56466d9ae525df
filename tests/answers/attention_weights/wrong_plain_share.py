# diagnosis: not-a-softmax
def attention_weights(scores):
    return scores / scores.sum(-1, keepdim=True)
