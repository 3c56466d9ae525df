"""case-folded

You turned the words to lower case first. This vocabulary tells `The` from `the`.
Try: Look each token up as it is.
"""


def encode(tokens, vocab):
    return [vocab[t.lower()] if t.lower() in vocab else vocab["<unk>"] for t in tokens]
