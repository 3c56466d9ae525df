"""softmax-over-first-axis

Your softmax runs over axis 0.
Try: Which axis do the keys stand on, whatever stands in front? Look at every `dim` of yours.
Hint: Use dim=-1.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=0)
    output = weights @ v
    return output, weights
