"""widths-must-agree"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for i in range(labels.shape[0]):
        ok = True
        for j in range(labels.shape[1]):
            if labels[i, j] != pad_id and predicted[i, j] != labels[i, j]:
                ok = False
        right += ok
    return right / labels.shape[0]
