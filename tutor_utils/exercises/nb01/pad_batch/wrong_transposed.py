"""transposed

Rows and columns are swapped: `pad_sequence` puts the length first unless you say otherwise.
Try: Which comes first in the shape, the row or the place in the row?
Hint: Batch first: (B, L_max).
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    rows = [torch.tensor(s, dtype=torch.long) for s in sequences]
    return nn.utils.rnn.pad_sequence(rows, padding_value=pad_id)
