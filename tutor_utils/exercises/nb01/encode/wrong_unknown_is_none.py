"""unknown-becomes-none

An unknown word became None: that is what `vocab.get(token)` gives where it finds nothing.
Try: What does `get` give for a word that is not there, and what should it give?
Hint: Use the id of `<unk>`.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab.get(token))
    return ids
