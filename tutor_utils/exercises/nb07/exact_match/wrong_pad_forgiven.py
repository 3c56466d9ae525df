"""said-pads-forgiven

A pad that was said passes for any symbol: you leave out the places where the prediction is pad. The
label decides which places count.
Try: The label is 5 7 eos, and the model says 5 pad eos. Is that right?
Hint: Leave out the places where the label is pad, and no others.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (predicted == pad_id)
    return right.all(dim=1).float().mean().item()
