"""ids-joined-without-a-gap

You join the ids of a row into one text with nothing between them. 13 and 4 then look like 1 and 34.
Try: Which text do the ids 13, 4 give in your code, and which 1, 34?
Hint: Compare the ids themselves, as tensors or lists.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    def text(row):
        end = row.index(eos_id) + 1 if eos_id in row else len(row)
        return "".join(str(i) for i in row[:end])

    pairs = zip(predicted.tolist(), labels.tolist(), strict=True)
    return sum(text(said) == text(wanted) for said, wanted in pairs) / len(labels)
