"""cut-off-passes

A prediction that was cut off before its eos passes for a right one. Without eos the model has not
said that its answer ends.
Try: The label is 5 eos, and the model says 5 alone. Is that right, and what does your code say?
Hint: The eos is part of the answer: where it is missing, nothing that is filled in may be equal.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=eos_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item()
