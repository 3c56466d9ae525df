"""width-fixed

Your width is 20, whatever is in the batch. Longer rows lose words, and shorter batches get columns
of nothing but pads.
Try: Where does the width come from: from `sequences`, from a number in your code, or from the
notebook's `data`?
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
