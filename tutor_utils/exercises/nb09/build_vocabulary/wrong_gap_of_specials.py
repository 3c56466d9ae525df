"""numbers-with-a-gap"""


def build_vocabulary(texts, specials):
    names = list(specials) + sorted(set("".join(texts)) - set(specials))
    return {name: i for i, name in enumerate(names)}
