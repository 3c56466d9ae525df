"""said-pads-skipped

You take the pads out of the prediction before you compare. A pad among the symbols then passes,
though it was said in their place.
Try: The label is 5 7 eos, and the model says 5 pad 7 eos. Is that right?
Hint: Compare place by place; the pads of the label are the places that do not count.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        said = [token for token in said if token != pad_id]
        row = [token for token in row if token != pad_id]
        right += said[: len(row)] == row
    return right / len(labels)
