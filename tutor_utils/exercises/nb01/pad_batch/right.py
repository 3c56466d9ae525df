# --- nested
def pad_batch(sequences, pad_id):
    if len(sequences) == 0:
        raise ValueError("sequences is empty: a batch needs at least one row")
    longest = max(sequences, key=len)
    return torch.tensor(
        [[row[i] if i < len(row) else pad_id for i in range(len(longest))] for row in sequences],
        dtype=torch.int64,
    )


# --- pad_sequence
def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    rows = [torch.tensor(s, dtype=torch.long) for s in sequences]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad_id)


# --- usual
def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)


# --- zip_longest
def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    from itertools import zip_longest
    columns = list(zip_longest(*sequences, fillvalue=pad_id))
    return torch.tensor(columns, dtype=torch.long).view(-1, len(sequences)).T
