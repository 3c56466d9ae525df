"""What goes wrong in `edit_distance`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "equal-costs-one",
    edit("table", {"change = 0 if a[i - 1] == b[j - 1] else 1": "change = 1"}),
    means="Two equal characters cost 1 in your code. Nothing has to be changed there.",
    try_next='What is the distance of "abc" and "abc"?',
    hint="Where both are the same, the number above and to the left stays as it is: + 0.",
)

mistakes.add(
    "changes-of-difflib",
    code("""
        from difflib import SequenceMatcher


        def edit_distance(a, b):
            changes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
            return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal")
    """),
    means="""You count the changes that `difflib` proposes. It looks for long equal pieces, not
    for the fewest changes.""",
    try_next='From "ab" to "ba": what does difflib propose, and can you do it with fewer?',
    hint="Fill the table: the distance of each beginning of a to each beginning of b.",
)

mistakes.add(
    "first-column-zero",
    edit("table", {"[i][0] = i": "[i][0] = 0"}),
    means="""To delete the beginning of a costs nothing in your code. Where rows stand for a, the
    first column of the table is then 0; from i characters to none takes i changes.""",
    try_next='What is the distance of "abcd" and ""?',
)

mistakes.add(
    "first-row-zero",
    edit("table", {"[0][j] = j": "[0][j] = 0"}),
    means="""To insert the beginning of b costs nothing in your code. Where rows stand for a, the
    first row of the table is then 0; from none to j characters takes j changes.""",
    try_next='What is the distance of "" and "abc"?',
)

mistakes.add(
    "difference-of-lengths",
    code("""
        def edit_distance(a, b):
            return abs(len(a) - len(b)) if a != b else 0
    """),
    means="You count by how much the lengths differ. Texts of one length may differ too.",
    try_next='What is the distance of "a" and "b"?',
)

mistakes.add(
    "lower-case",
    edit("usual", {
        """
            def edit_distance(a, b):
        """: """
            def edit_distance(a, b):
                a, b = a.lower(), b.lower()
        """,
    }),
    means='Capital letters became small ones, so that "A" and "a" are the same.',
    try_next="Look for `.lower()` or `.casefold()`.",
)

mistakes.add(
    "max-for-min",
    edit("usual", {"[j] = min": "[j] = max"}),
    code("""
        def edit_distance(a, b):
            table = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
            for i, x in enumerate(a, start=1):
                for j, y in enumerate(b, start=1):
                    around = table[i - 1][j], table[i][j - 1], table[i - 1][j - 1]
                    table[i][j] = table[i - 1][j - 1] if x == y else 1 + max(around)
            return table[-1][-1]
    """),
    means="""You take the largest of the three numbers. The fewest changes are asked for, so the
    smallest.""",
    try_next="Fill the table of the worked example by hand, with your rule.",
    hint="`min(above + 1, left + 1, corner + (x != y))`.",
)

mistakes.add(
    "no-deleting",
    edit("table", {"table[i - 1][j] + 1,": ""}),
    means="One of the three ways is missing: you never delete.",
    try_next='What is the distance of "abc" and "ac"?',
    hint="Where rows stand for a: the number above + 1.",
)

mistakes.add(
    "no-inserting",
    edit("table", {
        """
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
        """: """
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i - 1][j - 1] + change,
            )
        """,
    }),
    means="One of the three ways is missing: you never insert.",
    try_next='What is the distance of "ac" and "abc"?',
    hint="Where rows stand for a: the number to the left + 1.",
)

mistakes.add(
    "compares-places",
    code("""
        def edit_distance(a, b):
            return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))
    """),
    means="You compare place by place. One inserted character moves all that follow.",
    try_next='What is the distance of "abc" and "xabc"?',
    hint="A table: row i, column j is the distance of the first i and the first j characters.",
)

mistakes.add(
    "replacing-costs-two",
    edit("table", {"[j - 1] else 1": "[j - 1] else 2"}),
    means="""Replacing costs 2 in your code: by that number, or because it is missing and a
    deletion and an insertion take its place. It costs 1.""",
    try_next='What is the distance of "a" and "b"?',
    hint="The number above and to the left + 1, where the two characters differ.",
)

mistakes.add(
    "one-row-for-all",
    edit("table", {
        "[[0] * (len(b) + 1) for _ in range(len(a) + 1)]": "[[0] * (len(b) + 1)] * (len(a) + 1)",
    }),
    means="""Your rows share one memory: a number of the row above is overwritten before it is
    read. `[[0] * m] * n` repeats one list; with a single row, the old number at the left must be
    kept.""",
    try_next="Print the table after each change in it. Does a row above change, too?",
    hint="""`[[0] * m for _ in range(n)]`; with a single row, note the old number before you write
    over it.""",
)

mistakes.add(
    "blanks-cut-off",
    edit("usual", {
        """
            def edit_distance(a, b):
        """: """
            def edit_distance(a, b):
                a, b = a.strip(), b.strip()
        """,
    }),
    means="Blanks at the ends of a text are cut off. A blank is a character as every other one.",
    try_next='What is the distance of " ab " and "ab"?',
    hint="No `.strip()`.",
)

mistakes.add(
    "a-swap-costs-one",
    edit("table", {
        """
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
        """: """
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        """,
    }),
    means="You count a swap of two neighbours as one change. Here it is two.",
    try_next='What is the distance of "ab" and "ba"?',
)

mistakes.add(
    "first-row-and-column-zero",
    edit("table", {"[i][0] = i": "[i][0] = 0", "[0][j] = j": "[0][j] = 0"}),
    means="""The first row and the first column of your table stay 0, as if it cost nothing to
    delete the beginning of a or to insert that of b.""",
    try_next='What is the distance of "" and "abc"?',
    hint="From i characters to none takes i changes: `table[i][0] = i`, and so for the row.",
)
