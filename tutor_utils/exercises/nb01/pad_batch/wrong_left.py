"""padded-on-the-left

The pads stand on the left. Word 0 of a short row then stands at another place than word 0 of a
long row.
Try: On which side of the row do you add the pads?
Hint: Add the pads behind the words.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = max(map(len, sequences))
    return torch.tensor([[pad_id] * (n - len(s)) + s for s in sequences])
