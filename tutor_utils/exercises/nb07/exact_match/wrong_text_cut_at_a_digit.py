"""ids-joined-without-a-gap

You join the ids of a row into one text with nothing between them. 13 and 4 then look like 1 and 34,
and the digits of eos stand in other ids too.
Try: Which text do the ids 13, 4 give in your code, and which 1, 34? Where does 12 hold the eos 2?
Hint: Compare the ids themselves, as tensors or lists.
"""


def exact_match(predicted: Tensor, labels: Tensor, eos_id: int, pad_id: int) -> float:
    def as_text(rows: Tensor) -> list[str]:
        return ["".join(str(i) for i in row) for row in rows.tolist()]

    eos = str(eos_id)
    right = 0
    for said, wanted in zip(as_text(predicted), as_text(labels), strict=True):
        body = wanted.split(eos)[0] + eos
        right += said.startswith(body)
    return right / len(labels)
