"""smoothing-by-default

Your loss smooths the labels by 0.1 though nobody asked for it: the default of label_smoothing is 0.
Try: Where does the 0.1 come from: the `def` line, or a number in the body?
Hint: label_smoothing=0.0 in the `def` line, and the argument in the body.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.1):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
