"""transposed

Rows and columns are swapped. `pad_sequence` puts the length first unless you say otherwise, and so
do `zip` and `zip_longest`.
Try: Which comes first in the shape, the row or the place in the row?
Hint: Batch first: (B, L_max).
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long).T
