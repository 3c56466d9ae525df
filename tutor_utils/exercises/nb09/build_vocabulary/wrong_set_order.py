"""order-of-a-set

The characters stand in the order of a set, which differs from run to run. A model that was saved
could then not be used again.
Try: Restart the kernel, and look at the order once more.
Hint: `sorted(set(...))`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *set("".join(texts))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
