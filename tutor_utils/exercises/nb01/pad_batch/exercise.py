"""Ragged lists to one tensor."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial


def truth(sequences: list[list[int]], pad_id: int) -> Tensor:
    """Id by id into a tensor of pads: (B, L)."""
    width = max(len(s) for s in sequences)
    batch = torch.full((len(sequences), width), pad_id, dtype=torch.long)
    for row, sequence in enumerate(sequences):
        for place, word in enumerate(sequence):
            batch[row, place] = word
    return batch


def trials(inputs: Inputs) -> list[Trial]:
    """Rows of several lengths, unsorted; one longer than any in the notebook."""
    return [
        Trial("2 rows of different length", ([[5, 7], [9]], 0)),
        Trial("3 rows, pad id 9", ([[1], [2, 3, 4], [0, 6]], 9)),
        Trial("empty sequences", ([[], [4, 2, 8], []], 7)),
        Trial("a row of 30 ids", ([[8], inputs.integers(1, 50, 30).tolist()], 3)),
    ]


def _at_size(inputs: Inputs, length_0: int, length_1: int, pad_id: int) -> Trial:
    return Trial("", ([[5, 6, 7][:length_0], [8, 4, 3][:length_1]], pad_id))


exercise = Exercise(
    trials,
    call="pad_batch(sequences, pad_id)",
    truth=truth,
    axes=("B L_max",),
    version=2,
    smallest=SizeGrid({"length_0": (1, 2, 3), "length_1": (1, 2, 3), "pad_id": (0, 9)}, _at_size),
)
