def encode(tokens, vocab):
    def one(t):
        try:
            return vocab[t]
        except KeyError:
            if '<unk>' not in vocab:
                raise KeyError('the vocabulary has no <unk>') from None
            return vocab['<unk>']
    return list(map(one, tokens))
