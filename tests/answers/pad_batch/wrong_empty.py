# diagnosis: empty-batch-passes
def pad_batch(sequences, pad_id):
    n = max(map(len, sequences), default=0)
    return torch.tensor([s + [pad_id] * (n - len(s)) for s in sequences], dtype=torch.long)
