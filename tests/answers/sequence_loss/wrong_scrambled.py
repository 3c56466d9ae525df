# diagnosis: logits-scrambled
def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    flat = logits.transpose(1, 2).reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing)
