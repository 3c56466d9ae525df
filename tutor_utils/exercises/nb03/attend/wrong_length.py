"""root-of-the-length

You divided by the root of the number of tokens. The width of the keys counts.
Try: Is there a function of yours that does the scores already?
Hint: Use your attention_scores.
"""


def attend(q, k, v):
    w = (q @ k.transpose(-2, -1) / k.shape[-2] ** 0.5).softmax(-1)
    return w @ v, w
