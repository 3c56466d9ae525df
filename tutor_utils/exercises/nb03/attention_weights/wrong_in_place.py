"""changed-in-place

Your numbers are right, but `/=` changes a tensor that the gradient still needs: the first training
step would stop there.
Try: Which line changes a tensor in place?
Hint: Write `w = w / ...`, which makes a new tensor.
"""


def attention_weights(scores):
    weights = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    weights /= weights.sum(dim=-1, keepdim=True)
    return weights
