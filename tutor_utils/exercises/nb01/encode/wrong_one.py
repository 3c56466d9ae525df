"""unk-id-fixed

Unknown words became 1, whatever the vocabulary says.
Try: Where does the number for `<unk>` come from in your code? Another vocabulary may give it
another one.
Hint: Look it up: `vocab["<unk>"]`.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(1)
    return ids
