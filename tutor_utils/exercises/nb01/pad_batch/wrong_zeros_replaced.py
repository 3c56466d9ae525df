"""zeros-taken-for-pads

Every 0 becomes `pad_id` in your tensor, wherever it stands. So a word with the id 0 becomes a pad,
too.
Try: What does your code give for [[5, 0]] and pad id 9?
Hint: Fill with `pad_id` from the start.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError("sequences is an empty batch")
    batch = torch.zeros(len(sequences), max(map(len, sequences)), dtype=torch.long)
    for i, row in enumerate(sequences):
        batch[i, : len(row)] = torch.tensor(row, dtype=torch.long)
    batch[batch == 0] = pad_id
    return batch
