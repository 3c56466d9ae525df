"""ragged

A tensor needs rows of one length.
Try: Print the length of each row just before you make the tensor. Are they equal?
Hint: Add the pads before you make the tensor.
Raises: expected sequence of length
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    rows = []
    for row in sequences:
        rows.append(row)
    return torch.tensor(rows, dtype=torch.long)
