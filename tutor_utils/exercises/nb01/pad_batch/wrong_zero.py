"""pad-id-fixed

The pads are 0, whatever `pad_id` says.
Try: Where do your pads come from? A 0 in your code should be the argument; `zeros`, `F.pad` and
`pad_sequence` give 0 where nothing else is asked for.
Hint: Use the argument `pad_id`.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [0] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)
