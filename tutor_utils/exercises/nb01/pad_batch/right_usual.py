def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)
