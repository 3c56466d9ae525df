"""one-column-too-many

The tensor is wider than its longest row.
Try: Print the width beside the length of the longest row.
Hint: The width is the length of the longest row.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences)) + 1
    return torch.tensor([s + [pad_id] * (n - len(s)) for s in sequences])
