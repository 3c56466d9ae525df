"""tokens-not-rows

This is the share of right tokens. One wrong symbol in ten gives 90 %, though no row may be right.
Try: A row with one wrong token: how much does it count in your share?
Hint: Ask `.all(dim=1)` of each row, then take the mean.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) & (labels != pad_id)
    return right.sum().item() / (labels != pad_id).sum().item()
