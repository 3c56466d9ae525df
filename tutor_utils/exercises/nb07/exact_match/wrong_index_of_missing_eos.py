"""prediction-without-eos

You look for eos in a prediction that holds none: the model may speak to the last place and never
stop.
Try: What does your code do with a row that holds no eos?
Hint: Only the label is sure to hold an eos. Compare as many places as the label has up to it.
Raises: is not in list
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        right += said[: said.index(eos_id) + 1] == row[: row.index(eos_id) + 1]
    return right / len(labels)
