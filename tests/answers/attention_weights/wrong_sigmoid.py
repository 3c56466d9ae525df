# diagnosis: sigmoid
def attention_weights(scores):
    return scores.sigmoid()
