"""Texts as people write them, for trials of answers that read text.

Lower-case letters alone would hide mistakes, so there are words that differ only by a capital, a
sign or an accent, digits, runs of spaces, and a combining accent (``e`` and U+0301).
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
    """``count`` words, some of which differ only by a capital, a sign or an accent."""
    return [WORDS[i] for i in inputs.integers(0, len(WORDS), count).tolist()]


def text(inputs: Inputs, count: int) -> str:
    """``count`` such words with one to three spaces around each."""
    blanks = inputs.integers(1, 4, count).tolist()
    return (
        "".join(" " * n + word for n, word in zip(blanks, words(inputs, count), strict=True)) + " "
    )
