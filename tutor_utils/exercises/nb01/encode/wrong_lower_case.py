"""case-folded

You turned the words to lower case first. In this vocabulary `The` and `the` are two words.
Try: Look each token up as it is.
"""


def encode(tokens, vocab):
    ids = []
    tokens = [token.lower() for token in tokens]
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return ids
