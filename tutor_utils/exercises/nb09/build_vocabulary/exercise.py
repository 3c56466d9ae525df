"""A vocabulary: an id for every character."""

from __future__ import annotations

from typing import Any

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts as written


def truth(texts: list[str], specials: tuple[str, ...]) -> dict[str, int]:
    """Specials first, then the characters in the order of code points."""
    found: dict[str, int] = {}
    every = sorted(ord(character) for text in texts for character in text)
    for name in [*specials, *map(chr, every)]:
        if name not in found:
            found[name] = len(found)
    return found


def listed(found: object) -> object:
    """A dict as a list of items, since comparing dicts ignores their order."""
    return {"the items in their order": list(found.items())} if isinstance(found, dict) else found


def probe(answer: Any, texts: list[str], specials: tuple[str, ...]) -> Any:
    """Probe: the vocabulary's items, in their order."""
    return listed(answer(texts, specials))


def probed_truth(texts: list[str], specials: tuple[str, ...]) -> object:
    """The expected items, in their order."""
    return listed(truth(texts, specials))


def trials(inputs: Inputs) -> list[Trial]:
    """Few characters first; then other scripts, white space, specials that are characters."""
    marks = ("<pad>", "<bos>", "<eos>", "<unk>")
    letters = "".join(chr(i + 0x3B1) for i in inputs.permutation(60).tolist())

    def trial(name: str, texts: list[str], specials: tuple[str, ...] = marks) -> Trial:
        return Trial(name, (texts, specials), probe=probe)

    return [
        trial("two texts", ["ab", "ca"], ("<pad>",)),
        trial("characters out of order", ["zb9 A", "a-b/"]),
        trial("other scripts", ["3월 4일", "٣ مارس", "3. März"]),
        trial("capital and small letters", ["Aa", "bB"]),
        trial("capitals, signs, digits and accents", [written.text(inputs, 20)]),
        trial("a blank at an edge, and one that does not break", [" ab", "oui\u00a0!"]),
        trial("no specials", ["ba"], ()),
        trial("an empty text", ["", "b"]),
        trial("many letters", [letters, letters[::-1]]),
    ]


def small(inputs: Inputs, count: int, specials: int) -> Trial:
    return Trial("", ([inputs.text("cba", count)], ("<pad>", "<eos>")[:specials]), probe=probe)


exercise = Exercise(
    trials,
    call="build_vocabulary(texts, specials)",
    truth=probed_truth,
    version=3,
    smallest=SizeGrid({"count": (1, 2, 3), "specials": (0, 1, 2)}, small),
)
