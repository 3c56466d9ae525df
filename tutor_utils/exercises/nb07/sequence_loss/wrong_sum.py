"""summed-not-averaged

This is the sum over the labels. A larger batch then takes larger steps.
Try: Should a batch of twice the size have twice the loss?
Hint: Divide by the count of labels that are not pad.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing, reduction='sum')
