# diagnosis: softmax-over-queries
def attention_weights(scores):
    return scores.softmax(-2)
