"""stops-at-the-predicted-eos

You compare only up to the eos that was said. A prediction that stops too early then passes.
Try: The label is 5 7 eos, and the model says 5 eos. How far do you compare?
Hint: The label's eos says how far to compare.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist()):
        symbols = said[: said.index(eos_id)] if eos_id in said else said
        right += symbols == row[: len(symbols)]
    return right / len(labels)
