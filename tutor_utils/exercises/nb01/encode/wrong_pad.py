"""unknown-becomes-pad

Unknown words became 0, the pad. A pad is hidden by the mask, so the model never learns that a word
stood there.
Try: Which id stands for a word that is not in the vocabulary?
Hint: Use the id of `<unk>`.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(0)
    return ids
