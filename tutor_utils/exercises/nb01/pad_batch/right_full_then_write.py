def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(len(s) for s in sequences)
    out = torch.full((len(sequences), n), pad_id)
    for i, s in enumerate(sequences):
        out[i, : len(s)] = torch.tensor(s, dtype=torch.long)
    return out
