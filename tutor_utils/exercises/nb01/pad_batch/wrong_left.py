"""padded-on-the-left

The pads stand on the left. Word 0 of a short row then stands at another place than word 0 of a
long row.
Try: On which side of the row do you add the pads?
Hint: Add the pads behind the words.
Seen: https://github.com/huggingface/transformers/issues/29419
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f"sequences={sequences} is an empty batch")
    width = max(len(row) for row in sequences)
    rows = []
    for row in sequences:
        rows.append([pad_id] * (width - len(row)) + row)
    return torch.tensor(rows, dtype=torch.long)
