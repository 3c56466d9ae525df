"""another-id-ignored

The labels that are eos do not count in your loss. The model then never learns to stop.
Try: Which ids do you leave out of the loss?
Hint: Leave out `pad_id` alone.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = (labels != pad_id) & (labels != 2)
    return each[keep].mean()
