"""normalised

You changed the characters to another form of Unicode. The texts are read as they are.
Try: Look for `normalize`.
"""


import unicodedata


def build_vocabulary(texts, specials):
    characters = unicodedata.normalize("NFKC", "".join(texts))
    names = [*specials, *sorted(set(characters))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
