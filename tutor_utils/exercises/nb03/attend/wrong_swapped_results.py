"""results-swapped

Output and weights come in the wrong order.
Try: Compare the order in your `return` line with the docstring.
Hint: Return the output first.
Seen: https://github.com/keras-team/keras/pull/19461
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return weights, output
