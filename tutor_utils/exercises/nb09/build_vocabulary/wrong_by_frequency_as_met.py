"""by-frequency"""


from collections import Counter


def build_vocabulary(texts, specials):
    names = [*specials, *(c for c, _ in Counter("".join(texts)).most_common())]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
