"""multiplied-by-root

The scores are multiplied by √d_k, so they grow instead of shrinking.
Try: Should the scores grow or shrink with the width?
Hint: Divide by √d_k: `/ d_k ** 0.5`, or `* d_k ** -0.5`.
Seen: https://github.com/esceptico/perceiver-io/issues/9
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores * math.sqrt(q.shape[-1])
    return scores
