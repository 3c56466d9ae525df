"""unknown-becomes-pad

Unknown words became 0, the pad. A pad is hidden by the mask, so the model never learns that a word
stood there.
Try: Which id stands for a word that is not in the vocabulary?
Hint: Use the id of `<unk>`.
"""


def encode(tokens, vocab):
    return [vocab.get(t, 0) for t in tokens]
