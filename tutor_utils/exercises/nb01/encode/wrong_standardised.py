"""case-folded

You turned each word to lower case and cut spaces off it first, as tokenizers often do. Here a word
that is not in the vocabulary as it stands is unknown.
Try: Look each token up as it is.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        token = token.lower().strip()
        ids.append(vocab[token] if token in vocab else vocab["<unk>"])
    return ids
