def encode(tokens, vocab):
    class V(dict):
        def __missing__(self, key): return self["<unk>"] if key != "<unk>" else (_ for _ in ()).throw(KeyError("<unk>"))
    v = V(vocab)
    return [v[t] for t in tokens]
