"""numbers-to-names

Your dict leads from numbers to names. `encode` asks for the number of a name.
Try: What does `vocab["a"]` give?
Hint: `{name: i for i, name in enumerate(...)}`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts)))]
    return {i: name for i, name in enumerate(dict.fromkeys(names))}
