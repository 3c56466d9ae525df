"""order-ignored"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        said = said[: said.index(eos_id) + 1] if eos_id in said else said
        right += set(said) == set(row[: row.index(eos_id) + 1])
    return right / len(labels)
