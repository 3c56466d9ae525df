"""softmax-over-second-axis

Your softmax runs over axis 1. In a table alone these are the keys; with a batch and heads in front
these are the heads.
Try: Which axis do the keys stand on, whatever stands in front? Look at every `dim` of yours.
Hint: Use dim=-1.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=1)
    output = weights @ v
    return output, weights
