"""Learn merges (byte-pair encoding, Sennrich et al. 2016)."""

from __future__ import annotations

from itertools import chain, pairwise

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts
from .. import merging


def truth(text: str, num_merges: int) -> list[tuple[str, str]]:
    """The merges, found by counting the pairs of all words again for each."""
    merges: list[tuple[str, str]] = []
    words = [["▁", *word] for word in text.split()]
    while len(merges) < num_merges:
        every = sorted(chain.from_iterable(pairwise(w) for w in words))
        best, most = None, 1
        for pair in dict.fromkeys(every):
            if every.count(pair) > most:
                best, most = pair, every.count(pair)
        if best is None:
            break
        merges.append(best)
        words = [merging.joined(word, best) for word in words]
    return merges


def trials(inputs: Inputs) -> list[Trial]:
    """First texts whose merges can be found by hand."""
    drawn = merging.drawn_text(inputs, 40, "abc")
    cases: list[tuple[str, tuple[str, int]]] = [
        ("the text 'aa ab ab', 3 merges", ("aa ab ab", 3)),
        ("a run of one letter", ("xaaaa b", 2)),
        ("two pairs that are equally frequent", ("cd ab cd ab", 2)),
        ("more merges than there are pairs", ("ab ab c", 50)),
        ("no pair occurs twice", ("abc", 5)),
        ("an empty text", ("", 5)),
        ("white space of other kinds", (" ab\n\nab\tab  ba ", 3)),
        ("capital letters and signs", ("Ab, ab. Ab! ab. ab.", 4)),
        ("capitals, signs, digits and accents", (texts.text(inputs, 40), 30)),
        ("a drawn text", (drawn, 25)),
        ("a sentence", ("low low lower lowest new newer newest wide wider widest", 20)),
    ]
    return [Trial(name, args) for name, args in cases]


def small(inputs: Inputs, words: int, num_merges: int) -> Trial:
    return Trial("", (merging.drawn_text(inputs, words, "ab", longest=3), num_merges))


exercise = Exercise(
    trials,
    call="learn_merges(text, num_merges)",
    truth=truth,
    version=5,
    smallest=SizeGrid({"words": (1, 2, 3, 4), "num_merges": (1, 2, 3)}, small),
)
