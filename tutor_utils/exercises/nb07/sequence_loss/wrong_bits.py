"""another-logarithm

Your logarithm has the base 2. The loss is measured with the natural logarithm.
Try: Which logarithm does your code take?
Hint: `log_softmax`, or `torch.log`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.softmax(-1).log2()
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
