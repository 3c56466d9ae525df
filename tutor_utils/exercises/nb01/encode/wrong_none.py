"""missing-unk-passes

The vocabulary has no `<unk>`, and your code went on, or its error does not name it.
Try: What does your lookup of `<unk>` give where it is not there?
Hint: Let the lookup of `<unk>` raise the KeyError.
Fails: refuses
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab.get("<unk>"))
    return ids
