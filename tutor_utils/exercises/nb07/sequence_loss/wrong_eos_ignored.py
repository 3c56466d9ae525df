"""another-id-ignored

A real word is left out of the loss, and the pads count. If it is eos, the model never learns to stop.
Try: Which id do you leave out of the loss?
Hint: Give `pad_id` as the id to ignore.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != 2
    return each[keep].mean()
