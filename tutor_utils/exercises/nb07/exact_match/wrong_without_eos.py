"""eos-not-compared

Your measure stops before eos. A model that never stops would then pass.
Try: A model that never stops: does your measure notice?
Hint: The eos is part of the answer: compare it too.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id) | (labels == eos_id)
    return right.all(dim=1).float().mean().item()
