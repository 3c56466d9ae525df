"""The edit distance of two texts (Levenshtein)."""

from __future__ import annotations

from functools import cache

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts


def truth(a: str, b: str) -> int:
    """Recursion over the last characters."""

    @cache
    def distance(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        if a[i - 1] == b[j - 1]:
            return distance(i - 1, j - 1)
        return 1 + min(distance(i - 1, j), distance(i, j - 1), distance(i - 1, j - 1))

    return distance(len(a), len(b))


def trials(inputs: Inputs) -> list[Trial]:
    """One change first, then words, then random texts."""
    return [
        Trial("one replaced", ("a", "b")),
        Trial("one inserted", ("ac", "abc")),
        Trial("one deleted", ("abc", "bc")),
        Trial("two neighbours swapped", ("ab", "ba")),
        Trial("equal texts", ("abc", "abc")),
        Trial("an empty text", ("", "abc")),
        Trial("an empty other text", ("abcd", "")),
        Trial("dates", ("2021-03-03", "2012-03-30")),
        Trial("a capital, a blank and a sign", ("It is.", "it  is")),
        Trial("an accent of its own", ("cafe\u0301", "caf\u00e9")),
        Trial("capitals, signs and digits", (texts.text(inputs, 8), texts.text(inputs, 8))),
        Trial("drawn texts", (inputs.text("abc", 9), inputs.text("abc", 7))),
        Trial("drawn texts, the second longer", (inputs.text("abc", 6), inputs.text("abc", 11))),
        Trial("150 characters", (inputs.text("abc", 150), inputs.text("abc", 110))),
    ]


def small(inputs: Inputs, a: int, b: int) -> Trial:
    return Trial("", (inputs.text("ab", a), inputs.text("ab", b)))


exercise = Exercise(
    trials,
    call="edit_distance(a, b)",
    truth=truth,
    version=7,
    smallest=SizeGrid({"a": (1, 2, 3), "b": (1, 2, 3)}, small),
)
