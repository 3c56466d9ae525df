"""Tokenize a text by learned merges (byte-pair encoding)."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts
from .. import merging


def truth(text: str, merges: list[tuple[str, str]]) -> list[str]:
    """Word by word: every merge, in order."""
    found: list[str] = []
    for word in text.split():
        tokens = ["▁", *word]
        for pair in merges:
            tokens = merging.joined(tokens, pair)
        found += tokens
    return found


def trials(inputs: Inputs) -> list[Trial]:
    """Texts in which the order and the direction of the merges show."""
    drawn = merging.drawn_text(inputs, 30, "abc")
    order = [("b", "c"), ("a", "b"), ("a", "bc")]
    marked = [("▁", "a"), ("▁a", "b"), ("b", "▁")]
    longer = [("a", "b"), ("ab", "c"), ("c", "d")]
    grow = [("a", "b"), ("ab", "ab"), ("▁", "abab"), ("c", "a")]
    written = [("h", "e"), ("T", "he"), ("▁", "The"), ("3", "."), ("e", "\u0301"), ("'", "s")]
    return [
        Trial("one word, 1 merge", ("ab", [("a", "b")])),
        Trial("a merge that needs an earlier one", ("abc ab bc", order)),
        Trial("a longer pair, learned before a shorter one", ("abcd cd", longer)),
        Trial("a merge that would need a later one", ("abc", [("ab", "c"), ("a", "b")])),
        Trial("a run of one letter", ("aaa aaaa aaaaa", [("a", "a")])),
        Trial("merges with ▁", ("ab bb ba", marked)),
        Trial("an empty text", ("", order)),
        Trial("characters never met", ("zab 가나 Q", order)),
        Trial("white space of other kinds", (" ab\n\nbc\tab  ", order)),
        Trial("a pair of longer tokens", ("abab ababab abababab cab", grow)),
        Trial("a sign, a capital and a digit", ("ab, Ab 2b", [("a", "b"), ("ab", ",")])),
        Trial("capitals, signs, digits and accents", (texts.text(inputs, 30), written)),
        Trial("a drawn text", (drawn, [("a", "b"), ("ab", "a"), ("▁", "c"), ("c", "c")])),
    ]


def small(inputs: Inputs, words: int, merges: int) -> Trial:
    text = merging.drawn_text(inputs, words, "ab", longest=5)
    return Trial("", (text, [("a", "b"), ("▁", "ab"), ("a", "a")][:merges]))


exercise = Exercise(
    trials,
    call="apply_merges(text, merges)",
    truth=truth,
    version=5,
    smallest=SizeGrid({"words": (1, 2), "merges": (1, 2, 3)}, small),
)
