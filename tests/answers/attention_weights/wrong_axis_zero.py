# diagnosis: softmax-over-first-axis
def attention_weights(scores):
    return scores.softmax(0)
