"""specials-sorted

The specials were sorted. They stay in the order given: pad is 0 because it is named first.
Try: Look at the first entries.
Hint: Sort the characters alone.
"""


def build_vocabulary(texts, specials):
    names = [*sorted(specials), *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
