"""What goes wrong in `build_vocabulary`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "specials-sorted",
    edit("usual", {
        '[*specials, *sorted(set("".join(texts)))]': 'sorted({*specials, *"".join(texts)})',
    }),
    edit("usual", {"*specials": "*sorted(specials)"}),
    means="""The specials were sorted. They stay in the order given: pad is 0 because it is named
    first.""",
    try_next="Look at the first entries.",
    hint="Sort the characters alone.",
)

mistakes.add(
    "by-frequency",
    code("""
        from collections import Counter


        def build_vocabulary(texts, specials):
            counts = Counter("".join(texts))
            names = [*specials, *sorted(counts, key=lambda c: (-counts[c], c))]
            return {name: i for i, name in enumerate(dict.fromkeys(names))}
    """),
    means="""The characters stand by how often they come. The contract asks for the order of their
    code points.""",
    try_next='Which is smaller in Python, "a" or "b"?',
    hint="`sorted(set(...))`.",
)

mistakes.add(
    "numbers-from-one",
    edit("usual", {"fromkeys(names)": "fromkeys(names), start=1"}),
    means="Your numbers begin with 1. Row 0 of the table would never be used.",
    try_next="Which number should the first special have?",
)

mistakes.add(
    "specials-forgotten",
    code("""
        def build_vocabulary(texts, specials):
            return {name: i for i, name in enumerate(sorted(set("".join(texts))))}
    """),
    means="""Your vocabulary has no specials. Pads, bos, eos and `<unk>` need numbers too, and
    theirs come first.""",
    try_next='What does your `vocab["<pad>"]` give?',
    hint="`[*specials, *characters]`.",
)

mistakes.add(
    "not-sorted",
    edit("usual", {'sorted(set("".join(texts)))': 'dict.fromkeys("".join(texts))'}),
    means="""The characters are numbered as they come. The same texts in another order then give
    other numbers.""",
    try_next="Compare the characters with their order by code point.",
    hint="`sorted(...)`.",
)

mistakes.add(
    "order-of-a-set",
    code("""
        def build_vocabulary(texts, specials):
            vocab = {name: i for i, name in enumerate(specials)}
            characters = set()
            for text in texts:
                characters |= set(text)
            for character in characters:
                vocab[character] = len(vocab)
            return vocab
    """),
    edit("usual", {'sorted(set("".join(texts)))': 'set("".join(texts))'}),
    means="""The characters stand in the order of a set, which differs from run to run. A model
    that was saved could then not be used again.""",
    try_next="Restart the kernel, and look at the order once more.",
    hint="`sorted(set(...))`.",
)

mistakes.add(
    "numbers-to-names",
    edit("usual", {"name: i for": "i: name for"}),
    means="Your dict leads from numbers to names. `encode` asks for the number of a name.",
    try_next='What does `vocab["a"]` give?',
    hint="`{name: i for i, name in enumerate(...)}`.",
)

mistakes.add(
    "by-frequency",
    code("""
        from collections import Counter


        def build_vocabulary(texts, specials):
            counted = Counter("".join(texts))
            names = [*specials, *(c for c, _ in counted.most_common() if c not in specials)]
            return {name: i for i, name in enumerate(names)}
    """),
    means="""You number the characters by how often they come. Here their order is that of their code
    points, which the next text does not change.""",
    try_next="Which of two characters comes first, and does it depend on the texts?",
    hint="`sorted(set(...))`",
)
