"""smoothing-by-default

Your loss smooths the labels though nobody asked for it: the default of label_smoothing is 0.
Try: Look at the `def` line. What is label_smoothing when the caller does not give it?
Hint: label_smoothing=0.0
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.1):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
