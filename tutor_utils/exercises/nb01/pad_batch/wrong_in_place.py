"""changes-its-argument"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        while len(row) < width:
            row.append(pad_id)
        rows.append(row)
    return torch.tensor(rows, dtype=torch.long)
