"""numbers-with-a-gap

Where a token comes twice, a number is left out. The largest number would then be larger than the table has rows.
Try: What happens to a character that is among the specials too, or to a special that stands there twice?
Hint: Drop repeats first, then number.
"""


def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(names)}
