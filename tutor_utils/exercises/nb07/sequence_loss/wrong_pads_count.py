"""pads-counted

Pads count as labels. The model is trained to say pad, and the loss depends on how wide the batch
is.
Try: Where does `pad_id` come into your loss?
Hint: F.cross_entropy(..., ignore_index=pad_id)
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = torch.ones_like(labels, dtype=torch.bool)
    return each[keep].mean()
