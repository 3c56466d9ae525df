"""ids-fixed

An id stands as a number in your code. The caller's `eos_id` and `pad_id` decide.
Try: Look for a 0 or a 2 in your code that should be an argument.
Hint: Use `eos_id` and `pad_id`.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == 0)
    return right.all(dim=1).float().mean().item()
