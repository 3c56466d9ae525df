"""widths-must-agree"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        right += all(said[i] == row[i] for i in range(row.index(eos_id) + 1))
    return right / len(labels)
