"""filled-with-eos

You fill the narrower prediction up with eos. A row that was cut off before its eos then passes.
Try: The label is 5 eos, and the model says 5 alone. Is that right?
Hint: Fill with `pad_id`: no label holds it up to its eos.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=eos_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item()
