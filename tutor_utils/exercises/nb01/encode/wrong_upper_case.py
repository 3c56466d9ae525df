"""case-folded

You turned the words to upper case first. In this vocabulary `The` and `the` are two words.
Try: Look each token up as it is.
"""


def encode(tokens, vocab):
    ids = []
    tokens = [token.upper() for token in tokens]
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return ids
