"""specials-forgotten

Your vocabulary has no specials. Pads, bos, eos and `<unk>` need numbers too, and theirs come first.
Try: What does your `vocab["<pad>"]` give?
Hint: `[*specials, *characters]`.
"""


def build_vocabulary(texts, specials):
    return {name: i for i, name in enumerate(sorted(set("".join(texts))))}
