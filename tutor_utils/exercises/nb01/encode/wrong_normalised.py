"""normalised"""

import unicodedata


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        token = unicodedata.normalize("NFC", token)
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return ids
