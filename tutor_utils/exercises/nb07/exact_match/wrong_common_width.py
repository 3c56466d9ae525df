"""only-common-width

You compared only as many columns as both have. A prediction that ends too early then passes.
Try: A prediction that ends too early: which labels does it miss?
Hint: Pad the narrower one; do not cut the wider one.
Seen: https://github.com/OpenNMT/OpenNMT-py/issues/1944
"""


def exact_match(predicted, labels, eos_id, pad_id):
    n = min(predicted.shape[1], labels.shape[1])
    right = (predicted[:, :n] == labels[:, :n]) | (labels[:, :n] == pad_id)
    return right.all(dim=1).float().mean().item()
