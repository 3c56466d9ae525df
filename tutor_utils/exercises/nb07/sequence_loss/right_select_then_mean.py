def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    keep = labels != pad_id
    return F.cross_entropy(logits[keep], labels[keep], label_smoothing=label_smoothing)
