"""How many changes lead from one text to the other."""

from __future__ import annotations

from functools import cache

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs

HINTS = (
    "What is the distance from an empty text to 'abc'? And from 'a' to 'b'?",
    "Row i, column j: the distance from the first i characters of a to the first j of b. Each "
    "number follows from the one above, the one to the left, and the one between.",
    "Each number is `min(above + 1, left + 1, corner + (x != y))`. The first row and column "
    "hold 0, 1, 2, ...",
)


def truth(a: str, b: str) -> int:
    """By what happens to the last characters."""

    @cache
    def distance(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        if a[i - 1] == b[j - 1]:
            return distance(i - 1, j - 1)
        return 1 + min(distance(i - 1, j), distance(i, j - 1), distance(i - 1, j - 1))

    return distance(len(a), len(b))


def trials(inputs: Inputs) -> list[Trial]:
    """One change first, then words, then drawn texts."""

    def drawn(length: int) -> str:
        return "".join("abc"[i] for i in inputs.integers(0, 3, length).tolist())

    return [
        Trial("one replaced", ("a", "b")),
        Trial("one inserted", ("ac", "abc")),
        Trial("one deleted", ("abc", "ac")),
        Trial("two neighbours swapped", ("ab", "ba")),
        Trial("equal texts", ("abc", "abc")),
        Trial("an empty text", ("", "abc")),
        Trial("an empty other text", ("abcd", "")),
        Trial("two empty texts", ("", "")),
        Trial("a shift by one", ("abcabc", "bcabca")),
        Trial("kitten and sitting", ("kitten", "sitting")),
        Trial("capital letters", ("Abc", "abc")),
        Trial("dates", ("2021-03-03", "2012-03-30")),
        Trial("other scripts", ("3월 3일", "3월 13일")),
        Trial("drawn texts", (drawn(9), drawn(7))),
        Trial("drawn texts, the second longer", (drawn(6), drawn(11))),
        Trial("150 characters", (drawn(150), drawn(140))),
    ]


def small(inputs: Inputs, len_a: int, len_b: int) -> Trial:
    """Short texts."""
    texts = ["".join("ab"[i] for i in inputs.integers(0, 2, k).tolist()) for k in (len_a, len_b)]
    return Trial("", tuple(texts))


exercise = Exercise(
    trials,
    call="edit_distance(a, b)",
    hints=HINTS,
    truth=truth,
    points=2,
    unless={"sizes": "a recursive answer is right, and Python ends it before 530 letters"},
    smallest=SizeGrid({"len_a": (0, 1, 2, 3), "len_b": (0, 1, 2, 3)}, small),
)
