"""softmax-over-first-axis

Your softmax runs over axis 0, the batch.
Try: Which axis do the keys stand on? Look at every `dim` of yours.
Hint: Give `dim=-1`.
Seen: https://github.com/PetrochukM/PyTorch-NLP/issues/2
"""


def attention_weights(scores):
    weights = scores.softmax(dim=0)
    return weights
