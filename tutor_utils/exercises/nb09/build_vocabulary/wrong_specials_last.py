"""specials-last

The specials come last. Then every new text moves their numbers.
Try: Which number should the first special have?
Hint: `[*specials, *characters]`.
"""


def build_vocabulary(texts, specials):
    names = [*sorted(set("".join(texts)) - set(specials)), *specials]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
