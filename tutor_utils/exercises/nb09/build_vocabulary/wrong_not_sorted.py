"""not-sorted

The characters are numbered as they come. The same texts in another order then give other numbers.
Try: Compare the characters with their order by code point.
Hint: `sorted(...)`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *dict.fromkeys("".join(texts))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
