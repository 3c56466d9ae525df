"""repeats-lost

A word that comes twice has one id in your list. The sentence is now shorter.
Try: How many ids should 'the train the' give? Look for a set, a dict, or a test whether something
is in the result already.
Hint: Every token gives one id, in order, also where the same token came before.
"""


def encode(tokens, vocab):
    ids = []
    for token in dict.fromkeys(tokens):
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(vocab["<unk>"])
    return ids
