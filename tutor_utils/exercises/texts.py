"""Texts as people write them, for the checks of everything that reads text.

Letters alone hide what code does to the rest: words that differ by a capital, a sign or an accent
alone, digits, blanks in a row, and an accent that is a character of its own (``e`` and U+0301).
"""

from __future__ import annotations

from ..engine.inputs import Inputs

WORDS = (
    "The",
    "the",
    "THE",
    "it's",
    "its",
    "3.5",
    "35",
    "cafe\u0301",
    "caf\u00e9",
    "cafe",
    "(a)",
    "a-b",
    "?",
)


def words(inputs: Inputs, count: int) -> list[str]:
    """Words, of which some differ by a capital, a sign or an accent alone."""
    return [WORDS[i] for i in inputs.integers(0, len(WORDS), count).tolist()]


def text(inputs: Inputs, count: int) -> str:
    """Such words with one, two or three blanks around each."""
    blanks = inputs.integers(1, 4, count).tolist()
    return (
        "".join(" " * n + word for n, word in zip(blanks, words(inputs, count), strict=True)) + " "
    )
