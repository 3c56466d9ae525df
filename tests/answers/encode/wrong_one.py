# diagnosis: unk-id-fixed
def encode(tokens, vocab):
    return [vocab.get(t, 1) for t in tokens]
