"""values-first

You wrote `v @ weights`. The rows of weights belong to the queries, so they stand on the left.
Try: Write both shapes above the product. Which order gives (L_q, d_v)?
Hint: `weights @ v`
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = v @ weights
    return output, weights
