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
