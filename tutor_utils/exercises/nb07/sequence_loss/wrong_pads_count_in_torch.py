"""pads-counted

Pads count as labels. The model is trained to say pad, and the loss depends on how wide the batch
is.
Try: Where does `pad_id` come into your loss?
Hint: F.cross_entropy(..., ignore_index=pad_id)
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
