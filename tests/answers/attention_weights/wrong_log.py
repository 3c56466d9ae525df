# diagnosis: log-softmax
def attention_weights(scores):
    return scores.log_softmax(-1)
