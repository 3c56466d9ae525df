"""values-not-used

You summed the keys. The weights say which VALUES to mix; the keys have done their work.
Try: Which tensor do the weights mix in your last product?
Hint: `weights @ v`.
Seen: https://github.com/Kyubyong/transformer/issues/170
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ k
    return output, weights
