"""How many changes lead from one text to the other."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from ....engine.exercise import Exercise, Finding, Remark, SizeGrid, Trial
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


def each_way(answer: Any, texts: tuple[str, ...]) -> list[Any]:
    """From every text to every text."""
    return [answer(a, b) for a, b in product(texts, repeat=2)]


def verify_each_way(value: list[Any], texts: tuple[str, ...]) -> Finding | None:
    """The first pair whose distance is another."""
    for (a, b), got in zip(product(texts, repeat=2), value, strict=True):
        if got != (expected := truth(a, b)):
            return Finding(f'edit_distance("{a}", "{b}") is {got}; expected {expected}.')
    return None


def returns(answer: Any, a: str, b: str) -> bool:
    """Whether Python lets it come to an end."""
    try:
        answer(a, b)
    except RecursionError:
        return False
    return True


def trials(inputs: Inputs) -> list[Trial]:
    """One change first, then words, then drawn texts."""
    return [
        Trial("one replaced", ("a", "b")),
        Trial("one inserted", ("ac", "abc")),
        Trial("one deleted", ("abc", "ac")),
        Trial("two neighbours swapped", ("ab", "ba")),
        Trial("equal texts", ("abc", "abc")),
        Trial("an empty text", ("", "abc")),
        Trial("an empty other text", ("abcd", "")),
        Trial("two empty texts", ("", "")),
        Trial(
            "all texts of up to 3 letters a and b",
            (tuple("".join(letters) for k in range(4) for letters in product("ab", repeat=k)),),
            probe=each_way,
            verify=verify_each_way,
            shown=("the texts",),
        ),
        Trial("a shift by one", ("abcabc", "bcabca")),
        Trial("kitten and sitting", ("kitten", "sitting")),
        Trial("capital letters", ("Abc", "abc")),
        Trial("blanks at both ends", (" ab ", "ab")),
        Trial("dates", ("2021-03-03", "2012-03-30")),
        Trial("other scripts", ("3월 3일", "3월 13일")),
        Trial("drawn texts", (inputs.text("abc", 9), inputs.text("abc", 7))),
        Trial("drawn texts, the second longer", (inputs.text("abc", 6), inputs.text("abc", 11))),
        Trial("150 characters", (inputs.text("abc", 150), inputs.text("abc", 140))),
        Trial(
            "more calls in one another than Python allows",
            ("ab" * 650, "xyz"),
            probe=returns,
            truth=lambda a, b: True,
            criterion="depth",
        ),
    ]


def small(inputs: Inputs, a: int, b: int) -> Trial:
    """Two short texts of two letters."""
    return Trial("", (inputs.text("ab", a), inputs.text("ab", b)))


exercise = Exercise(
    trials,
    call="edit_distance(a, b)",
    hints=HINTS,
    truth=truth,
    version=5,
    remarks={
        "depth": Remark(
            "Your function calls itself for each character, one call inside the other. Python "
            "ends that after about 1,000 calls, so longer texts raise RecursionError. A table that "
            "is filled row by row in a loop has no such limit.",
            'edit_distance("ab" * 650, "xyz")',
        ),
    },
    smallest=SizeGrid({"a": (1, 2, 3), "b": (1, 2, 3)}, small),
)
