"""another-number-type"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(map(len, sequences))
    return torch.stack(
        [F.pad(torch.tensor(row), (0, width - len(row)), value=pad_id) for row in sequences]
    )
