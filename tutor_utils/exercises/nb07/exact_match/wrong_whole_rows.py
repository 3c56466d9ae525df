"""noise-after-eos-counts

What follows eos counts in your measure. The contract leaves it out.
Try: Which places of a row count, and which do not?
Hint: Compare only where the label is not pad.
Seen: https://github.com/jsbaan/transformer-from-scratch/issues/7
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = predicted == labels
    return right.all(dim=1).float().mean().item()
