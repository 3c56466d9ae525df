"""order-of-a-set"""


def build_vocabulary(texts, specials):
    vocab = {name: i for i, name in enumerate(specials)}
    characters = set()
    for text in texts:
        characters |= set(text)
    for character in characters:
        vocab[character] = len(vocab)
    return vocab
