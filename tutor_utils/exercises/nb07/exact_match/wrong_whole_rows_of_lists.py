"""noise-after-eos-counts"""


def exact_match(predicted, labels, eos_id, pad_id):
    return sum(p == t for p, t in zip(predicted.tolist(), labels.tolist())) / len(labels)
