"""unknown-dropped

Unknown words were left out. The sentence is now shorter, and all later words stand at a wrong
place.
Try: How many ids should three tokens give, when one of them is unknown?
Hint: Every token gives one id.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
    return ids
