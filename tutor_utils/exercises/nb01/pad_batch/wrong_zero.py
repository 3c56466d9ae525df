"""pad-id-fixed

The pads are 0, whatever `pad_id` says.
Try: Look for a number in your code that should be the argument.
Hint: Use the argument `pad_id`.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences))
    return torch.tensor([s + [0] * (n - len(s)) for s in sequences])
