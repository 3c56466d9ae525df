"""A batch of translation pairs: two padded tensors of ids."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import texts

VOCAB = {"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3} | {c: i + 4 for i, c in enumerate("abc-")}


def truth(
    pairs: list[tuple[str, str]], vocab: dict[str, int], pad_id: int, bos_id: int, eos_id: int
) -> tuple[Tensor, Tensor]:
    """(src, tgt), written into tensors of pads id by id."""
    sides: list[list[list[int]]] = [[], []]
    for source, target in pairs:
        for side, text, start in ((0, source, []), (1, target, [bos_id])):
            row = [vocab[c] if c in vocab else vocab["<unk>"] for c in text]
            sides[side].append([*start, *row, eos_id])
    found = []
    for rows in sides:
        filled = torch.full((len(rows), max(map(len, rows))), pad_id)
        for i, row in enumerate(rows):
            for j, token in enumerate(row):
                filled[i, j] = token
        found.append(filled)
    return found[0], found[1]


def trials(inputs: Inputs) -> list[Trial]:
    """Sides of different widths, other special ids, unknown characters."""
    other = {c: i for i, c in enumerate("cab")} | {"<unk>": 9}
    lines = [(texts.text(inputs, n), texts.text(inputs, 4 - n)) for n in (1, 2, 3)]
    every = VOCAB | {c: i for i, c in enumerate(sorted({*" ".join(texts.WORDS)} - {"h"}), start=8)}
    written = VOCAB | {c: i for i, c in enumerate(" AMäzr월", start=8)}

    def trial(name: str, pairs: list, vocab: dict = VOCAB, ids: tuple = (0, 1, 2)) -> Trial:
        return Trial(name, (pairs, vocab, *ids))

    def drawn(longest: int) -> str:
        return inputs.text("abc-", int(inputs.integers(0, longest + 1, 1)))

    return [
        trial("1 pair", [("ab", "c")]),
        trial("2 pairs, one shorter", [("abc", "a-b"), ("a", "b")]),
        trial("targets longer than sources", [("a", "c-c-c"), ("", "ab")]),
        trial("an empty source and an empty target", [("", "ab"), ("ab", "")]),
        trial("unknown characters", [("axb", "a?"), ("é", "c")]),
        trial("other ids", [("abxc", "ca"), ("b", "axcb")], other, (7, 5, 8)),
        trial("blanks, capitals and other scripts", [(" März ", "A"), ("a월A", "Mm ")], written),
        trial("capitals, signs, digits and accents", lines, every),
        trial("many pairs", [(drawn(12), drawn(9)) for _ in range(20)]),
    ]


def small(inputs: Inputs, B: int, L: int) -> Trial:
    """Short pairs of two lengths, with unusual special ids."""
    lengths = [(L + i, 1 + i % 2) for i in range(B)]
    pairs = [(inputs.text("abc", source), inputs.text("abc", target)) for source, target in lengths]
    return Trial("", (pairs, VOCAB, 8, 9, 10))


exercise = Exercise(
    trials,
    call="translation_batch(pairs, vocab, pad_id, bos_id, eos_id)",
    truth=truth,
    output_names=("src", "tgt"),
    axes=("B L_s", "B L_t"),
    version=4,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2)}, small),
)
