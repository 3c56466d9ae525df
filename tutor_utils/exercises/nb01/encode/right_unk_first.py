def encode(tokens, vocab):
    return [vocab.get(token, vocab["<unk>"]) for token in tokens]
