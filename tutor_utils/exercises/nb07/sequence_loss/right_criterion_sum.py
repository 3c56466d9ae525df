def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    crit = nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=label_smoothing, reduction="sum")
    return crit(logits.permute(0, 2, 1), labels) / (labels != pad_id).sum()
