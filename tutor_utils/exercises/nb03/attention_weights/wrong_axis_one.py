"""softmax-over-second-axis

Your softmax runs over axis 1. Those are the keys of a table (L_q, L_k) alone, the queries where one
axis stands in front, and the heads where two do.
Try: Which axis do the keys stand on? Look at every `dim` of yours.
Hint: Give `dim=-1`.
Seen: https://github.com/FudanNLP/fastNLP/issues/254
"""


def attention_weights(scores):
    weights = scores.softmax(dim=1)
    return weights
