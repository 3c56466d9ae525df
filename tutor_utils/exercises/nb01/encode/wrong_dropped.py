"""unknown-dropped

Unknown words were left out. The sentence is now shorter, and all later words stand at a wrong
place.
Try: How many ids should three tokens give, when one of them is unknown?
Hint: Every token gives one id.
"""


def encode(tokens, vocab):
    return [vocab[t] for t in tokens if t in vocab]
