def encode(tokens, vocab):
    return [vocab[t if t in vocab else '<unk>'] for t in tokens]
