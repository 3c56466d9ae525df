"""changes-its-argument"""


def encode(tokens, vocab):
    for token in tokens:
        if token not in vocab:
            if "<unk>" not in vocab:
                raise KeyError("<unk>")
            vocab[token] = vocab["<unk>"]
    return [vocab[token] for token in tokens]
