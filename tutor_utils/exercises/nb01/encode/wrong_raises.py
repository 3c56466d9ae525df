"""unknown-raises

An unknown word stopped the program, though the vocabulary has `<unk>`.
Try: What should happen to a token that the vocabulary does not hold?
Hint: Use `<unk>` for words that are not there.
Raises: KeyError: '(ship|x|y)'
"""


def encode(tokens, vocab):
    return [vocab[t] for t in tokens]
