"""unknown-gets-a-new-id

Unknown words became the number of words in the vocabulary. No word has that id, and the table of
vectors ends before it.
Try: Where does the number for an unknown word come from in your code?
Hint: Look it up: `vocab["<unk>"]`.
"""


def encode(tokens, vocab):
    ids = []
    for token in tokens:
        if token in vocab:
            ids.append(vocab[token])
        else:
            ids.append(len(vocab))
    return ids
