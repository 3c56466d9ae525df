"""share-of-wrong-rows

This is the share of rows that are wrong. The share of right ones is wanted.
Try: All rows are right. What should the answer be, and what is yours?
Hint: Take your answer from 1, or turn the comparison round.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted != labels) & (labels != pad_id)
    return right.any(dim=1).float().mean().item()
