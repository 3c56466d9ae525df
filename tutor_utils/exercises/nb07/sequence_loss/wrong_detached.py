"""loss-not-a-tensor

Training needs the gradient of the loss. A float, or a detached tensor, has none.
Try: What must the loss carry so that `backward` can run? Look for what takes it away.
Hint: Return the tensor. Take out `.item()`, `.detach()` and `no_grad`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.detach().log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
