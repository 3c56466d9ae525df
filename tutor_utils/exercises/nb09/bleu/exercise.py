"""BLEU: the n-grams that a translation shares with its reference (Papineni et al. 2002)."""

from __future__ import annotations

import math

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts

Tokens = list[str]


def truth(candidates: list[Tokens], references: list[Tokens], max_n: int = 4) -> float:
    """Matches are counted by removing each candidate n-gram from the reference's list."""
    logs = 0.0
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references, strict=True):
            left = [reference[i : i + n] for i in range(len(reference) - n + 1)]
            for i in range(len(candidate) - n + 1):
                total += 1
                if candidate[i : i + n] in left:
                    left.remove(candidate[i : i + n])
                    matches += 1
        if not matches:
            return 0.0
        logs += math.log(matches / total) / max_n
    c, r = (sum(map(len, texts)) for texts in (candidates, references))
    return 100.0 * math.exp(logs + min(0.0, 1 - r / c))


def trials(inputs: Inputs) -> list[Trial]:
    """One sentence, then corpora whose BLEU is not the mean over sentences."""

    def drawn(length: int, like: Tokens | None = None) -> Tokens:
        words = ["the", "a", "cat", "sat"]
        new = [words[i] for i in inputs.integers(0, 4, length).tolist()]
        return [*like[: length // 2 + 2], *new[length // 2 + 2 :]] if like else new

    references = [drawn(n) for n in (9, 12, 6, 15)]
    candidates = [drawn(n, r) for n, r in zip((8, 13, 7, 11), references, strict=True)]

    def trial(name: str, given: list[Tokens], wanted: list[Tokens], *max_n: int) -> Trial:
        criterion = "values" if truth(given, wanted, *max_n) else "unsmoothed"
        return Trial(name, (given, wanted, *max_n), criterion=criterion)

    near = ["the", "cafe\u0301", "3.5", "it's", "?", *texts.words(inputs, 4)]
    a, b = list("catsonthemat"), list("catisonthematnow")
    long, short = list("abcdefgh"), list("abcde")
    return [
        trial("1 sentence, 1-grams", [["a", "b", "x"]], [["a", "b", "c"]], 1),
        trial("a word too often", [["the", "the", "the"]], [["the", "cat", "sat"]], 1),
        trial("a candidate that is too short", [short], [long]),
        trial("a candidate that is too long", [long], [short]),
        trial("the same text", [a, b], [a, b]),
        trial("no match at all", [["x", "y"]], [["a", "b"]], 1),
        trial("two sentences of different length", [long, ["a", "x"]], [long, ["a", "b"]]),
        trial("a short and a long candidate", [short[:4], [*long, "x"]], [short, long]),
        trial("an empty candidate beside a good one", [long, []], [long, ["a"]]),
        trial("right, and too short for a run of 4", [["a", "b", "c"]], [["a", "b", "c"]]),
        trial("pairs match, longer runs do not", [list("abxcd")], [list("abycd")]),
        trial("a run of 4 too often", [list("abcdabcd")], [list("abcdefgh")]),
        trial("words that differ by a capital or a sign", [near], [["The", *near[1:]]], 2),
        trial("drawn sentences", candidates, references),
        trial("drawn sentences, up to 3-grams", candidates, references, 3),
    ]


def small(inputs: Inputs, candidate: int, reference: int, max_n: int) -> Trial:
    """One short sentence, with the given numbers of tokens in candidate and reference."""
    texts = [[[*inputs.text("ab", length)]] for length in (candidate, reference)]
    return Trial("", (*texts, max_n))


exercise = Exercise(
    trials,
    call="bleu(candidates, references, max_n)",
    truth=truth,
    criteria={"unsmoothed": "gives 0 where an order has no match"},
    version=6,
    smallest=SizeGrid({"candidate": (1, 2, 3), "reference": (1, 2, 3), "max_n": (1, 2)}, small),
)
