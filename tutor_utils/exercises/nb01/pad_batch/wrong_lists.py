"""lists-returned

Your rows are of one length, and still Python lists. A tensor is wanted.
Try: What makes one tensor of lists of one length?
Hint: `torch.tensor(rows)`
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return rows
