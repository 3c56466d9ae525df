"""words-for-characters

Your names are words. The contract asks for characters.
Try: Which names has the text "ab"?
Hint: `set("".join(texts))` holds characters.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set(" ".join(texts).split()))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
