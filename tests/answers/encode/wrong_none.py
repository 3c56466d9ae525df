# diagnosis: missing-unk-passes
def encode(tokens, vocab):
    return [vocab.get(t, vocab.get('<unk>')) for t in tokens]
