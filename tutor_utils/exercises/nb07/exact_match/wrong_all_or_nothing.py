"""all-or-nothing

Your answer is 1 only if all rows are right. The share of right rows is wanted.
Try: One row of four is wrong. What should the answer be, and what is yours?
Hint: Use `.all(dim=1)`, with the axis, and then `.mean()`.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id)
    return float(right.all())
