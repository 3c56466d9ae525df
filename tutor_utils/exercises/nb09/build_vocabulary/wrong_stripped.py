"""white-space-lost

White space is missing. A blank is a character like any other: the model has to read it.
Try: Which characters has the text "a b"?
Hint: No `.split()`, no `.strip()`, no `.isspace()`.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join("".join(texts).split())))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
