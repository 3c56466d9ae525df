"""ids-fixed"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        n = row.index(2) + 1 if 2 in row else len(row)
        right += said[:n] == row[:n]
    return right / len(labels)
