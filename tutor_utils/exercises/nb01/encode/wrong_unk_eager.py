"""unk-always-needed

You ask for `<unk>` before you know that it is needed.
Try: When do you look up `<unk>`: for each token, or only where one is missing?
Hint: Look `<unk>` up only for an unknown token. In `vocab.get(token, vocab["<unk>"])` Python looks
it up before each `get`.
Raises: ^KeyError: '<unk>'$
"""


def encode(tokens, vocab):
    ids = []
    unknown = vocab["<unk>"]
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(unknown)
    return ids
