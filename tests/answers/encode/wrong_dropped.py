# diagnosis: unknown-dropped
def encode(tokens, vocab):
    return [vocab[t] for t in tokens if t in vocab]
