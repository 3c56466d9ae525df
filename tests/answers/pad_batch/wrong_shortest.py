# diagnosis: cut-to-the-shortest
def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = min(map(len, sequences))
    return torch.tensor([s[:n] for s in sequences], dtype=torch.long)
