"""prediction-without-eos

You look for an eos in a row that holds none. A prediction may speak to the last place and never
stop, and eos is the id that the caller says.
Try: For which id do you look, and what does your code do with a row that does not hold it?
Hint: Only the label is sure to hold an eos. Compare as many places as the label has up to it.
Raises: is not in list
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        right += said[: said.index(eos_id) + 1] == row[: row.index(eos_id) + 1]
    return right / len(labels)
