"""order-of-a-set"""


def build_vocabulary(texts, specials):
    names = list(specials) + list(set("".join(texts)))
    return {name: i for i, name in enumerate(names)}
