"""nothing-returned

Your function gives None: no `return` line hands out the loss.
Try: End the function with `return` and the loss.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing)
