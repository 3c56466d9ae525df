"""repeats-lost"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return list(dict.fromkeys(ids))
