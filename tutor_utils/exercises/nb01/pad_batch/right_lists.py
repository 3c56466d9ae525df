def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences))
    return torch.tensor([list(s) + [pad_id] * (n - len(s)) for s in sequences])
