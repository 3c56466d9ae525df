"""specials-taken-apart

The specials were taken apart into their letters.
Try: Is "<pad>" a name of your vocabulary?
Hint: Put the specials in as they are, and take only the texts apart.
"""


def build_vocabulary(texts, specials):
    names = [*"".join(specials), *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
