"""softmax-over-queries

Your softmax runs over the queries: columns sum to 1, not rows.
Try: Which axis do the keys stand on? Look at every `dim` of yours.
Hint: Use dim=-1.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-2)
    output = weights @ v
    return output, weights
