# --- ignore_index
def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing)


# --- logarithm_of_softmax
def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.softmax(dim=-1).log()
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(dim=-1)
    return losses[labels != pad_id].mean()


# --- smooth_over_others
def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    V = logits.size(-1)
    log_p = F.log_softmax(logits, -1)
    q = torch.full_like(log_p, label_smoothing / (V - 1)).scatter(-1, labels[..., None], 1 - label_smoothing)
    each = -(q * log_p).sum(-1)
    return each[labels != pad_id].mean()


# --- usual
def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
