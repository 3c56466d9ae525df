"""What goes wrong in `edit_distance`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

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
    "a-way-missing",
    edit("table", {"table[i - 1][j] + 1,": ""}),
    edit("table", {"table[i][j - 1] + 1,": ""}),
    means="One of the three ways is missing: you never delete, or you never insert.",
    try_next='What are the distances of "abc" and "ac", and of "ac" and "abc"?',
    hint="Where rows stand for a: the number above + 1, and the number to the left + 1.",
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
