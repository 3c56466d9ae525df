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
