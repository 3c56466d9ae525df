"""shares-not-one

You take the share from the right token and give it to nobody.
Try: How much do all tokens get together? Is that 1?
Hint: Add label_smoothing times the mean over all tokens of -ln p.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right
    keep = labels != pad_id
    return each[keep].mean()
