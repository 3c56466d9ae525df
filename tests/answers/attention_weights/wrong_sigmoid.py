# diagnosis: none
def attention_weights(scores):
    return scores.sigmoid()
