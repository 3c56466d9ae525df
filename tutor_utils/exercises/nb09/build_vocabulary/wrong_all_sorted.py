"""specials-sorted"""


def build_vocabulary(texts, specials):
    names = sorted({*specials, *"".join(texts)})
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
