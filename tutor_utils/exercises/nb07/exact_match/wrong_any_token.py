"""any-for-all

A row counts as soon as one of its places is right. All of them must be.
Try: The label is 5 7 eos, and the model says 5 8 4. Is that right?
Hint: `.all(dim=1)`, not `.any(dim=1)`.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) & (labels != pad_id)
    return right.any(dim=1).float().mean().item()
