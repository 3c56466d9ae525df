"""multiplied-by-root

The scores are multiplied by √d_k, so they grow instead of shrinking.
Try: Is there a function of yours that does the scores already?
Hint: Use your attention_scores.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) * math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
