"""case-folded

You tried an unknown word once more in lower case. A word that is not in the vocabulary as it
stands is unknown.
Try: Look each token up as it is.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        elif token.lower() in vocab:
            ids.append(vocab[token.lower()])
        else:
            ids.append(vocab["<unk>"])
    return ids
