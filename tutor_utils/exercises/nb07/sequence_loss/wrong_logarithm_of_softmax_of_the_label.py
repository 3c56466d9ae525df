"""logarithm-of-softmax"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    p = logits.softmax(dim=-1)
    right = p.gather(-1, labels.unsqueeze(-1)).squeeze(-1).log()
    losses = -(1 - label_smoothing) * right
    if label_smoothing:
        losses = losses - label_smoothing * p.log().mean(dim=-1)
    return losses[labels != pad_id].mean()
