"""place-for-id

You give the place at which a token stands in the dictionary. Its id is the number that the dictionary
holds for it.
Try: Which id has "cat" in {"<unk>": 5, "cat": 2}?
Hint: `vocab[token]`
"""


def encode(tokens, vocab):
    order = list(vocab)
    if "<unk>" not in vocab and any(token not in vocab for token in tokens):
        raise KeyError("<unk>")
    return [order.index(token if token in vocab else "<unk>") for token in tokens]
