# diagnosis: unknown-becomes-pad
def encode(tokens, vocab):
    return [vocab.get(t, 0) for t in tokens]
