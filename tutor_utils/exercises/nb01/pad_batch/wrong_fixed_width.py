"""width-fixed

The width is a number in your code. Longer rows lose words, and shorter batches get columns of
nothing but pads.
Try: What gives the width: the batch, or your code?
Hint: The width is the length of the longest row.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = 20
    rows = []
    for row in sequences:
        rows.append((row + [pad_id] * (width - len(row)))[:width])
    return torch.tensor(rows, dtype=torch.long)
