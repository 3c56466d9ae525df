"""unknown-kept-as-word

For an unknown word you appended the text '<unk>' and not its id.
Try: What is appended where the token is not in the vocabulary?
Hint: `vocab["<unk>"]` is the id.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append("<unk>")
    return ids
