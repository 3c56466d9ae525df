def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.softmax(dim=-1).log()
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(dim=-1)
    return losses[labels != pad_id].mean()
