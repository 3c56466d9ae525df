def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    total = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=pad_id, label_smoothing=label_smoothing, reduction='sum')
    return total / labels.ne(pad_id).sum()
