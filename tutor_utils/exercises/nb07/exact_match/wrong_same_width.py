r"""widths-must-agree

The widths of predicted and labels may differ: decoding stops when it stops.
Try: What if one of the two is narrower? Print both shapes.
Hint: Pad the narrower one on the right before you compare.
Raises: The size of tensor a \(\d+\) must match the size of tensor b \(\d+\) at non-singleton dimension 1
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item()
