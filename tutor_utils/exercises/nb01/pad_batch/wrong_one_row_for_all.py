"""one-row-for-all

All rows came out alike: the last sequence stands over the others. The rows are one and the same list
under several names, or one row is written again and again.
Try: After `rows = [[0] * 3] * 2` and `rows[0][0] = 7`, what is `rows[1]`?
Hint: `[[pad_id] * width for _ in sequences]` makes a new list for each sequence.
"""


def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError("sequences is an empty list: there is nothing to pad")
    width = max(len(s) for s in sequences)
    rows = [[pad_id] * width] * len(sequences)
    for i, sequence in enumerate(sequences):
        for j, token in enumerate(sequence):
            rows[i][j] = token
    return torch.tensor(rows, dtype=torch.long)
