"""divided-by-all-tokens"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    each = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad_id, label_smoothing=label_smoothing, reduction="none")
    return each.mean()
