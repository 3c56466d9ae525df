"""pad-taken-for-unknown

You give the id of `<unk>` to the token `<pad>` as well. It stands in the vocabulary, so it is known and
has an id of its own; only an unknown token must not get that of the pad.
Try: Is "<pad>" in vocab, and with which id?
Hint: Ask `token in vocab`, and nothing about the id.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        known = token in vocab and vocab[token] != vocab.get("<pad>")
        ids.append(vocab[token] if known else vocab["<unk>"])
    return ids
