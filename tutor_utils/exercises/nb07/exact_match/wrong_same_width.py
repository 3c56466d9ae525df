"""widths-must-agree

The widths of predicted and labels may differ: decoding stops when it stops.
Try: What if one of the two is narrower? Print both shapes.
Hint: Pad the narrower one on the right before you compare.
Raises: size of tensor a|must match|broadcast|out of bounds|out of range
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = (predicted == labels) | (labels == pad_id)
    return right.all(1).float().mean().item()
