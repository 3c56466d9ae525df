"""shares-not-one

You add the smoothed part and keep the whole loss of the right token. What the others get must be
taken from it.
Try: How much does the right token get, and how much do all get together? Is that 1?
Hint: (1 - label_smoothing) times the one part, label_smoothing times the other.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
