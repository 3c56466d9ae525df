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
