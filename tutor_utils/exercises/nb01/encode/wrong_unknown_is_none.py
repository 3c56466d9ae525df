"""unknown-becomes-none

An unknown word became None, as `vocab.get(token)` gives it where it finds nothing.
Try: What does your code put into the list for a word that is not there, and what should it?
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
