"""id-zero-taken-for-missing

A token whose id is 0 gets the id of `<unk>`: `or`, like `if`, takes the number 0 for nothing.
Try: What is `0 or 5` in Python? Ask whether the token is in the vocabulary.
Hint: `token in vocab`, or `vocab.get(token, ...)`, tell 0 from a missing token.
"""


def encode(tokens, vocab):
    return [vocab.get(token) or vocab["<unk>"] for token in tokens]
