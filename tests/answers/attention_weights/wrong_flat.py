# diagnosis: softmax-over-everything
def attention_weights(scores):
    return scores.flatten().softmax(0).view(scores.shape)
