"""unknown-kept-as-word

An unknown word stands in your list as it is. The table of vectors takes ids only.
Try: What is appended where the token is not in the vocabulary?
Hint: Append the id of `<unk>`.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(token)
    return ids
