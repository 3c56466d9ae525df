def attention_weights(scores):
    return F.log_softmax(scores, -1).exp()
