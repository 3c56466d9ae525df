"""changes-its-argument"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    logits.data[labels == pad_id] = 0.0
    return F.cross_entropy(
        logits.flatten(0, 1),
        labels.flatten(),
        ignore_index=pad_id,
        label_smoothing=label_smoothing,
    )
