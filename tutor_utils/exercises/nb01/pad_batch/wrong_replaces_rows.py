"""changes-its-argument"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    for i, row in enumerate(sequences):
        sequences[i] = row + [pad_id] * (width - len(row))
    return torch.tensor(sequences, dtype=torch.long)
