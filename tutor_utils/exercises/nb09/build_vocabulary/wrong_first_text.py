"""first-text-alone

Only the first text is read.
Try: Is a character of the second text in your vocabulary?
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts[:1])))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
