"""numbers-from-one

Your numbers begin with 1. Row 0 of the table would never be used.
Try: Which number should the first special have?
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names), start=1)}
