"""exp-of-differences

You take `exp` of the difference of every two scores. Of scores far apart one such `exp` is inf, and of two blocked ones (-inf) the difference is NaN.
Try: What is `-inf - (-inf)`, and what is `exp` of 200 in float32?
Hint: Subtract each row's largest score first, or take `softmax`.
"""


def attention_weights(scores):
    differences = scores[..., None, :] - scores[..., None]
    return 1 / differences.exp().sum(dim=-1)
