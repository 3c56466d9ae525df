"""another-logarithm

You take the probability of the right token and not its logarithm.
Try: The probability of the right token is 0.5. What is -ln 0.5, and what does your code give?
Hint: `log_softmax` in place of `softmax`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
