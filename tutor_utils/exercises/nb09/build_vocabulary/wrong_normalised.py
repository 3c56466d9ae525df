"""normalised"""


import unicodedata


def build_vocabulary(texts, specials):
    characters = unicodedata.normalize("NFKC", "".join(texts))
    names = [*specials, *sorted(set(characters))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
