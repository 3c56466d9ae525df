"""not-sorted

The characters stand in the order of a set, which differs from run to run. A model that was saved could then not be used again.
Try: Compare the characters with their order by code point.
Hint: `sorted(...)`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *dict.fromkeys("".join(texts))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
