"""smoothing-by-default"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.1):
    V = logits.size(-1)
    log_p = F.log_softmax(logits, -1)
    q = torch.full_like(log_p, label_smoothing / (V - 1)).scatter(-1, labels[..., None], 1 - label_smoothing)
    each = -(q * log_p).sum(-1)
    return each[labels != pad_id].mean()
