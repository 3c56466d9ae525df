def encode(tokens, vocab):
    if "<unk>" not in vocab:
        for token in tokens:
            if token not in vocab:
                raise KeyError(f"'<unk>' is not in the vocabulary, and {token!r} needs it")
    return [vocab.get(token, vocab.get("<unk>")) for token in tokens]
