"""not-a-softmax

The scores are divided by their sum. Negative scores then give negative weights.
Try: What does your formula give for a negative score? Which step makes all scores positive?
Hint: exp first, then divide.
"""


def attention_weights(scores):
    weights = scores / scores.sum(dim=-1, keepdim=True)
    return weights
