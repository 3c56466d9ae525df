def encode(tokens, vocab):
    ids = []
    for t in tokens:
        try:
            ids.append(vocab[t])
        except KeyError:
            if "<unk>" not in vocab:
                raise KeyError("<unk>") from None
            ids.append(vocab["<unk>"])
    return ids
