"""cut-to-the-shortest

You cut all rows to the length of the shortest. Words are lost.
Try: Which row decides the width?
Hint: The width is the length of the LONGEST row.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    n = min(map(len, sequences))
    return torch.tensor([s[:n] for s in sequences], dtype=torch.long)
