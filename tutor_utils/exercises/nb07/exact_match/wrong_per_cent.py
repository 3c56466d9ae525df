"""per-cent

This is a per cent. The contract asks for a share from 0 to 1.
Try: Leave the factor 100 to the caller.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item() * 100
