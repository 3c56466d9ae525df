"""What goes wrong in `build_vocabulary`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

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
    edit("usual", {
        'sorted(set("".join(texts)))':
            'sorted(dict.fromkeys("".join(texts)), key="".join(texts).count, reverse=True)',
    }),
    means="""The characters stand by how often they come. The contract asks for the order of their
    code points.""",
    try_next='Which is smaller in Python, "a" or "b"?',
    hint="`sorted(set(...))`.",
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
    edit("usual", {'sorted(set("".join(texts)))': 'set("".join(texts))'}),
    means="""The characters stand in the order of a set, which differs from run to run. A model
    that was saved could then not be used again.""",
    try_next="Restart the kernel, and look at the order once more.",
    hint="`sorted(set(...))`.",
)
