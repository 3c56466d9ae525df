# diagnosis: ragged
def pad_batch(sequences, pad_id):
    return torch.tensor(sequences)
