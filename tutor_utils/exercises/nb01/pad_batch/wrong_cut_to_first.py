"""cut-to-the-first

The first row gives your width. Longer rows lose words.
Try: Which row decides the width?
Hint: The width is the length of the LONGEST row.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = len(sequences[0])
    rows = []
    for row in sequences:
        rows.append((row + [pad_id] * (width - len(row)))[:width])
    return torch.tensor(rows, dtype=torch.long)
