"""softmax-over-second-axis

Your softmax runs over axis 1. In a table alone these are the keys; with a batch and heads in front
these are the heads.
Try: Which axis do the keys stand on? Look at `dim` in your softmax.
Hint: Give `dim=-1`.
Seen: https://github.com/FudanNLP/fastNLP/issues/254
"""


def attention_weights(scores):
    weights = scores.softmax(dim=1)
    return weights
