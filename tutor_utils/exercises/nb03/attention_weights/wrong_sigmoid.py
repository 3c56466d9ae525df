"""sigmoid

Each weight is a sigmoid of its own score. The weights of a query then do not sum to 1.
Try: What do the weights of one query sum to?
Hint: Softmax: the keys share a total of 1.
"""


def attention_weights(scores):
    weights = scores.sigmoid()
    return weights
