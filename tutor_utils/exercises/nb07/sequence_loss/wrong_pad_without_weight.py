"""shares-not-one

You left the pad out of those who share, but still divide by all: a part of label_smoothing goes to
nobody.
Try: How much do all tokens get together? Is that 1?
Hint: `ignore_index=pad_id` leaves out the labels; no `weight` is needed.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    weight = torch.ones(logits.shape[-1], dtype=logits.dtype)
    weight[pad_id] = 0
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), weight=weight, ignore_index=pad_id, label_smoothing=label_smoothing)
