# diagnosis: softmax-over-second-axis
def attention_weights(scores):
    return scores.softmax(1 if scores.dim() > 2 else -1)
