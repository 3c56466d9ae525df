# diagnosis: case-folded
def encode(tokens, vocab):
    return [vocab[t.lower()] if t.lower() in vocab else vocab["<unk>"] for t in tokens]
