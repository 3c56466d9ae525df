"""loss-not-a-tensor

Training needs the gradient of the loss. A float, or a detached tensor, has none.
Try: What must the loss carry so that `backward` can run? Look for what takes it away.
Hint: Return the tensor. Take out `.item()`, `.detach()` and `no_grad`.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.detach().flatten(0, 1), labels.flatten(), ignore_index=pad_id)
