"""Words to ids."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, Trial, refused
from ... import texts

WORDS = {"<pad>": 0, "<unk>": 1, "the": 2, "train": 3, "left": 4}
OTHER = {"a": 0, "b": 1, "<unk>": 5, "c": 2}


def truth(tokens: list[str], vocab: dict[str, int]) -> list[int]:
    return [vocab[t] if t in vocab else vocab["<unk>"] for t in tokens]


def trials(inputs: Inputs) -> list[Trial]:
    """Known and unknown words; one vocabulary is random, so that no fixed list of ids passes."""
    order = inputs.permutation(9).tolist()
    drawn = dict(zip(["<unk>", *"abcdefgh"], order, strict=True))
    words = ["abcdefghijkl"[i] for i in inputs.integers(0, 12, 20).tolist()]
    some = [texts.WORDS[i] for i in inputs.permutation(len(texts.WORDS)).tolist()[::2]]
    near = {"<unk>": 3, "the": 0, "The": 1} | {word: i + 4 for i, word in enumerate(some)}
    return [
        Trial("known words", (["the", "train"], WORDS)),
        Trial("an unknown word", (["the", "ship", "left"], WORDS)),
        Trial("another vocabulary, <unk> is 5", (["c", "x", "a", "y"], OTHER)),
        Trial("a token with a space", ([" the", "the"], WORDS)),
        Trial("words that differ by a capital alone", (["The", "the", "THE"], {"<unk>": 0} | near)),
        Trial("capitals, signs, digits and accents", (texts.words(inputs, 12), near)),
        Trial("20 drawn words", (words, drawn)),
        Trial("an unknown word, <unk> is 0", (["ship", "the"], {"<unk>": 0, "the": 1})),
        Trial("no words", ([], WORDS)),
        refused(
            "an unknown word and no <unk>",
            ["a", "boat"],
            {"a": 3},
            error=KeyError,
            mentions=("<unk>",),
        ),
    ]


exercise = Exercise(
    trials,
    call="encode(tokens, vocab)",
    truth=truth,
    version=4,
    criteria={"refuses": "stops where a token and <unk> are both missing"},
)
