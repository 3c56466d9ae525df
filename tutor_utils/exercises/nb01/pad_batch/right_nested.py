def pad_batch(sequences, pad_id):
    if len(sequences) == 0:
        raise ValueError("sequences is empty: a batch needs at least one row")
    longest = max(sequences, key=len)
    return torch.tensor(
        [[row[i] if i < len(row) else pad_id for i in range(len(longest))] for row in sequences],
        dtype=torch.int64,
    )
