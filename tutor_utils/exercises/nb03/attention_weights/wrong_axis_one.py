"""softmax-over-second-axis

Your softmax runs over axis 1, the heads.
Try: Which axis do the keys stand on? Look at `dim` in your softmax.
Hint: Give `dim=-1`.
"""


def attention_weights(scores):
    return scores.softmax(1 if scores.dim() > 2 else -1)
