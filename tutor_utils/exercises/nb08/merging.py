"""Byte-pair encoding for the trials of 08: one merge in a word, and random texts."""

from __future__ import annotations

from ...engine.inputs import Inputs


def joined(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    """The tokens of a word with each ``pair`` joined, from the left."""
    out: list[str] = []
    at = 0
    while at < len(tokens):
        step = 2 if tuple(tokens[at : at + 2]) == pair else 1
        out.append("".join(tokens[at : at + step]))
        at += step
    return out


def drawn_text(inputs: Inputs, words: int, letters: str, longest: int = 6) -> str:
    """Words of 1 to ``longest`` letters, so few that pairs come again."""
    lengths = inputs.integers(1, longest + 1, words).tolist()
    return " ".join(inputs.text(letters, length) for length in lengths)
