"""changes-its-argument"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences))
    for s in sequences:
        while len(s) < n:
            s.append(pad_id)
    return torch.tensor(sequences)
