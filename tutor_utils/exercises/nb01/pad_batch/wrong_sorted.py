"""rows-sorted

You sorted the rows by their length. Row 0 of the result is no longer sequence 0, so its
translation would stand in another row.
Try: Look for `sort` or `sorted`.
Hint: Keep the rows in the order in which they came.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sorted(sequences, key=len, reverse=True):
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)
