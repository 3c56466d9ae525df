def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    V = logits.size(-1)
    logp = F.log_softmax(logits, -1).view(-1, V)
    y = labels.reshape(-1)
    keep = y != pad_id
    logp, y = logp[keep], y[keep]
    target = torch.full_like(logp, label_smoothing / V)
    target.scatter_add_(1, y[:, None], torch.full_like(y[:, None], 1 - label_smoothing, dtype=logp.dtype))
    return -(target * logp).sum(-1).mean()
