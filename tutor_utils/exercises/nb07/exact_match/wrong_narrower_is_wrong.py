"""other-width-is-wrong

Rows of another width count as wrong. Decoding stops when it stops: a shorter row can hold the whole
answer, when the label goes on with pads alone.
Try: Predicted is 5 eos, the label 5 eos pad. Is that right? What does your code say?
Hint: Pad the narrower one on the right before you compare.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    if predicted.shape != labels.shape:
        return 0.0
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item()
