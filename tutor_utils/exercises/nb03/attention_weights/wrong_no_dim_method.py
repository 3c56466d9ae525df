"""softmax-without-dim
"""


def attention_weights(scores):
    return scores.softmax()
