# --- comprehension
def encode(tokens, vocab):
    return [vocab[t] if t in vocab else vocab['<unk>'] for t in tokens]


# --- dict_with_default
def encode(tokens, vocab):
    if "<unk>" not in vocab:
        for token in tokens:
            if token not in vocab:
                raise KeyError(f"'<unk>' is not in the vocabulary, and {token!r} needs it")
    return [vocab.get(token, vocab.get("<unk>")) for token in tokens]


# --- try_except
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


# --- unk_first
def encode(tokens, vocab):
    return [vocab.get(token, vocab["<unk>"]) for token in tokens]


# --- usual
def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return ids
