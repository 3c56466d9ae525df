r"""unknown-raises

An unknown word stopped the program, though the vocabulary has `<unk>`.
Try: What should happen to a token that the vocabulary does not hold?
Hint: Use `<unk>` for words that are not there.
Raises: KeyError: .*\b(ship|x|y)\b
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        ids.append(vocab[token])
    return ids
