"""changes-its-argument"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    labels[labels == pad_id] = -100
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
