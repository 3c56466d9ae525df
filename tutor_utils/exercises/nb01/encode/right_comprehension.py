def encode(tokens, vocab):
    return [vocab[t] if t in vocab else vocab['<unk>'] for t in tokens]
