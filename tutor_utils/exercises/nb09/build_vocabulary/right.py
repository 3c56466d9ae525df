# --- by_ord
# Sorted by code point in so many words.
def build_vocabulary(texts, specials):
    vocab = {special: 0 for special in specials}
    seen = set().union(*texts) - set(specials)
    for name in [*vocab, *sorted(seen, key=ord)]:
        vocab[name] = None
    for i, name in enumerate(vocab):
        vocab[name] = i
    return vocab


# --- loop
# One name after the other.
def build_vocabulary(texts, specials):
    vocab = {}
    for name in specials:
        if name not in vocab:
            vocab[name] = len(vocab)
    characters = set()
    for text in texts:
        characters.update(text)
    for character in sorted(characters):
        vocab.setdefault(character, len(vocab))
    return vocab


# --- usual
def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}


# --- zip_range
# Names and numbers side by side.
def build_vocabulary(texts, specials):
    first = list(dict.fromkeys(specials))
    rest = sorted({c for text in texts for c in text}.difference(first))
    names = first + rest
    return dict(zip(names, range(len(names))))
