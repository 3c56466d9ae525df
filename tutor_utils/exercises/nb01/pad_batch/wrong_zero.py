"""pad-id-fixed

The pads are 0, whatever `pad_id` says.
Try: Look for a number in your code that should be the argument.
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
