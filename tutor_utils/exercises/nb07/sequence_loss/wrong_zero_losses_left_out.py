"""zero-losses-left-out

A label of which the model is so sure that its loss is exactly 0 does not count in your mean. It is
no pad, so it counts.
Try: How do you tell a pad: by its label, or by its loss?
Hint: Count the places where `labels != pad_id`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    losses = F.cross_entropy(
        logits.flatten(0, 1),
        labels.flatten(),
        ignore_index=pad_id,
        label_smoothing=label_smoothing,
        reduction="none",
    )
    return losses[losses != 0].sum() / losses.count_nonzero().clamp(min=1)
