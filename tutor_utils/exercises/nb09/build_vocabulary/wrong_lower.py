"""lower-case

Capital letters became small ones. "März" begins with a capital letter, and the model should see it.
Try: Look for `.lower()` or `.casefold()`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts).lower()))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
