"""not-one-number

One number for the whole batch is wanted: the mean over real labels.
Try: Over what is the loss to be averaged?
Hint: Take the mean over the labels that are not pad.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad_id, reduction='none')
