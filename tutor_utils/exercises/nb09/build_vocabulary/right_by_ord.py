# Sorted by code point in so many words.
def build_vocabulary(texts, specials):
    vocab = {special: 0 for special in specials}
    seen = set().union(*texts) - set(specials)
    for name in [*vocab, *sorted(seen, key=ord)]:
        vocab[name] = None
    for i, name in enumerate(vocab):
        vocab[name] = i
    return vocab
