"""empty-batch-passes

An empty batch has no longest row. Your code went on, or its error does not say why.
Try: What does your code do with an empty list? What should it say?
Hint: Test `if not sequences:` first.
Fails: refuses
"""


def pad_batch(sequences, pad_id):
    n = max(map(len, sequences), default=0)
    return torch.tensor([s + [pad_id] * (n - len(s)) for s in sequences], dtype=torch.long)
