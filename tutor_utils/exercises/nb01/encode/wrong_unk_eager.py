"""unk-always-needed

You ask for `<unk>` before you know that it is needed.
Try: When do you look up `<unk>`: for each token, or only where one is missing?
Hint: Look `<unk>` up only for an unknown token.
Raises: KeyError: .*<unk>
"""


def encode(tokens, vocab):
    return [vocab.get(t, vocab['<unk>']) for t in tokens]
