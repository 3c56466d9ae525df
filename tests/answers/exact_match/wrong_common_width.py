# diagnosis: only-common-width
def exact_match(predicted, labels, eos_id, pad_id):
    n = min(predicted.shape[1], labels.shape[1])
    right = (predicted[:, :n] == labels[:, :n]) | (labels[:, :n] == pad_id)
    return right.all(1).float().mean().item()
