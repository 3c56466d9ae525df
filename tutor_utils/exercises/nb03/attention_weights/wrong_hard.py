"""hard-attention

The best key gets all the weight and the others none. No gradient flows through a choice like that.
Try: How much weight does the second-best key get in your code?
Hint: Softmax: the best key gets the most, and the others get something.
"""


def attention_weights(scores):
    best = scores.argmax(dim=-1)
    weights = F.one_hot(best, scores.shape[-1]).to(scores.dtype)
    return weights
