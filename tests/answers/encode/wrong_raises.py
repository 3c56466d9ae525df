# diagnosis: unknown-raises
def encode(tokens, vocab):
    return [vocab[t] for t in tokens]
