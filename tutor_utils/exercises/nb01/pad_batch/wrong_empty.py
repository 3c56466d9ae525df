"""empty-batch-passes

An empty batch has no longest row. Your code went on, or its error does not say why.
Try: What does your code do with an empty list? What should it say?
Hint: Test `if not sequences:` first.
Fails: refuses
"""


def pad_batch(sequences, pad_id):
    width = max((len(row) for row in sequences), default=0)
    rows = []
    for row in sequences:
        rows.append(row + [pad_id] * (width - len(row)))
    return torch.tensor(rows, dtype=torch.long)
