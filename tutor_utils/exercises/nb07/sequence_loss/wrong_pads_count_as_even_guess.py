"""pads-counted

The pads still count: a row of zeros as logits is an even guess, whose loss is ln V and not 0.
Try: What is the loss of a place whose logits are all 0?
Hint: Leave the places out of the mean; zeros in the logits do not.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    keep = (labels != pad_id).unsqueeze(-1)
    return F.cross_entropy((logits * keep).flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
