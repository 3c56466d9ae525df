"""unk-id-zero-taken-for-missing

Where `<unk>` has the id 0, an unknown token raises an error as if there were no `<unk>`.
Try: What does `if vocab.get("<unk>"):` do where the id is 0?
Hint: `"<unk>" in vocab` tells an id of 0 from none.
"""


def encode(tokens, vocab):
    unknown = vocab.get("<unk>")
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        elif unknown:
            ids.append(unknown)
        else:
            raise KeyError("<unk>")
    return ids
