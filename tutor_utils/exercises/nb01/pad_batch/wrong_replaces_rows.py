"""changes-its-argument"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences))
    for i, s in enumerate(sequences):
        sequences[i] = s + [pad_id] * (n - len(s))
    return torch.tensor(sequences)
