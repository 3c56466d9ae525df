"""noise-after-eos-counts"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    return (predicted == labels).all(dim=1).double().mean().item()
