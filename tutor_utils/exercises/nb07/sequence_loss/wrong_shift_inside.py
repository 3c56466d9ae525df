"""shifted-inside

You shift the labels once more. They come shifted already: shift_target makes them.
Try: Which label belongs to the first place of the logits?
Hint: logits[b, t] goes with labels[b, t].
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    logits, labels = logits[:, :-1], labels[:, 1:]
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
