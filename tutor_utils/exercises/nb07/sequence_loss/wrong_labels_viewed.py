"""view-of-a-slice

`view` needs labels that lie in memory in their reading order. A slice, as shift_target gives it, does
not.
Try: Use `reshape` or `flatten` for the labels.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.view(-1, logits.shape[-1]), labels.view(-1), ignore_index=pad_id, label_smoothing=label_smoothing)
