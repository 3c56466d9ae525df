# diagnosis: unk-always-needed
def encode(tokens, vocab):
    return [vocab.get(t, vocab['<unk>']) for t in tokens]
