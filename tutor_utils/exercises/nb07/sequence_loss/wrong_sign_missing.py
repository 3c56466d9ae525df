"""sign-missing

Your loss is ln p and not -ln p. It falls when the model gets worse.
Try: The probability of the right token is 0.5. What is the loss, and what is its sign?
Hint: The loss of one token is -log_softmax at its label.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return -each[keep].mean()
