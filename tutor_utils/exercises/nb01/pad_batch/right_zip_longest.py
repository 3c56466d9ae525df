def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    from itertools import zip_longest
    columns = list(zip_longest(*sequences, fillvalue=pad_id))
    return torch.tensor(columns, dtype=torch.long).view(-1, len(sequences)).T
