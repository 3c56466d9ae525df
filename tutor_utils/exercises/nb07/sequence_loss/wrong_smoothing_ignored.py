"""smoothing-ignored

The argument label_smoothing has no effect.
Try: Where does the argument `label_smoothing` go in your code?
Hint: Pass it on: F.cross_entropy has an argument of the same name.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id)
