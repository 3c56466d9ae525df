"""stops-at-the-predicted-eos"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    before_eos = (predicted == eos_id).cumsum(1) == 0
    return ((predicted == labels) | ~before_eos).all(1).double().mean().item()
