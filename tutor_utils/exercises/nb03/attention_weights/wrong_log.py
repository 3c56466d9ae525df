"""log-softmax

These are logarithms of the weights.
Try: Are your numbers negative? What would undo that, and is it needed?
Hint: Use `softmax`.
Seen: https://github.com/pytorch/tutorials/issues/977
"""


def attention_weights(scores):
    weights = scores.log_softmax(dim=-1)
    return weights
