"""one-pad-each

Every short row got one pad. It needs as many as it is short of the longest row.
Try: How many pads does a row of 1 id need beside a row of 3?
Hint: `[pad_id] * (width - len(row))`
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (len(row) < width))
    return torch.tensor(rows, dtype=torch.long)
