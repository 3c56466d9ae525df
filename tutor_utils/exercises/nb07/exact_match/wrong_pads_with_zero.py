"""ids-fixed"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]))
    labels = F.pad(labels, (0, width - labels.shape[1]))
    right = (predicted == labels) | (labels == 0)
    return right.all(dim=1).float().mean().item()
