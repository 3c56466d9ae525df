"""softmax-over-the-wrong-axis

Your softmax runs over another axis than the tokens: the probabilities of one place do not add up to
1.
Try: Over which axis does your softmax run, and what is on it?
Hint: V is the last axis: `dim=-1`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
