def encode(tokens, vocab):
    ids = []
    for t in tokens:
        if t in vocab:
            ids.append(vocab[t])
        else:
            ids.append(vocab['<unk>'])
    return ids
