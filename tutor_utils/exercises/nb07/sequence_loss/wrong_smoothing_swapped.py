"""smoothing-swapped

The two shares have changed places: the right token gets label_smoothing and the others the rest.
Try: With label_smoothing=0.1, how much should the right token get?
Hint: (1 - label_smoothing) belongs to the right token.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -label_smoothing * right - (1 - label_smoothing) * log_p.mean(-1) if label_smoothing else -right
    keep = labels != pad_id
    return each[keep].mean()
