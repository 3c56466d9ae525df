"""one-column-too-many

The tensor is wider than its longest row.
Try: Print the width beside the length of the longest row.
Hint: The width is the length of the longest row.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences) + 1
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)
