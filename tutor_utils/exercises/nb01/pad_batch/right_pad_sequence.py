def pad_batch(sequences, pad_id):
    if not sequences:
        raise ValueError(f'sequences={sequences} is an empty batch')
    rows = [torch.tensor(s, dtype=torch.long) for s in sequences]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad_id)
