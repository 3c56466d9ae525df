"""The share of rows without an error."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial

Rows = list[list[int]]


def truth(predicted: Tensor, labels: Tensor, eos_id: int, pad_id: int) -> float:
    """Row by row with Python lists."""
    right = 0
    for prediction, row in zip(predicted.tolist(), labels.tolist(), strict=True):
        wanted = row[: row.index(eos_id) + 1]
        right += prediction[: len(wanted)] == wanted
    return right / len(labels)


def trials(inputs: Inputs) -> list[Trial]:
    """One kind of error in each; labels as ``shift_target`` gives them."""

    def trial(name: str, predicted: Rows, labels: Rows, eos: int = 2, pad: int = 0) -> Trial:
        return Trial(name, (torch.tensor(predicted), torch.tensor(labels), eos, pad))

    return [
        trial("1 row, right", [[5, 7, 2]], [[5, 7, 2]]),
        trial("1 row, one symbol wrong", [[5, 8, 2]], [[5, 7, 2]]),
        trial(
            "3 rows, one wrong",
            [[5, 2, 0], [3, 4, 2], [6, 6, 2]],
            [[5, 2, 0], [3, 4, 2], [6, 7, 2]],
        ),
        trial("no eos where it belongs", [[5, 7, 4], [3, 2, 0]], [[5, 7, 2], [3, 2, 0]]),
        trial("stops too early", [[5, 2, 0], [5, 7, 2]], [[5, 7, 2], [5, 7, 2]]),
        trial("noise after eos", [[5, 2, 9, 9], [3, 4, 2, 7]], [[5, 2, 0, 0], [3, 4, 2, 0]]),
        trial("predicted is wider", [[5, 2, 0, 0, 0], [3, 4, 2, 0, 0]], [[5, 2, 0], [3, 4, 2]]),
        trial(
            "predicted is narrower",
            [[5, 2], [3, 4], [9, 2]],
            [[5, 2, 0, 0], [3, 4, 6, 2], [9, 2, 0, 0]],
        ),
        trial("cut off before eos", [[5, 7], [3, 2]], [[5, 7, 2], [3, 2, 0]]),
        trial(
            "a pad among the symbols", [[5, 0, 7, 2], [3, 4, 2, 0]], [[5, 7, 2, 0], [3, 4, 2, 0]]
        ),
        trial(
            "other ids: eos 9, pad 8",
            [[1, 2, 9, 0], [3, 9, 8, 8], [0, 9, 8, 8]],
            [[1, 2, 9, 8], [3, 9, 8, 8], [0, 0, 9, 8]],
            9,
            8,
        ),
        trial("other ids, narrower", [[4, 5], [7, 4]], [[4, 5, 5], [7, 0, 4]], 4, 5),
        _long_rows(inputs),
    ]


def _long_rows(inputs: Inputs) -> Trial:
    """70 rows of up to 129 symbols; a drawn number of them is wrong in its last one."""
    labels, predicted = torch.zeros(70, 130, dtype=torch.long), inputs.integers(3, 50, 70, 140)
    wrong = inputs.integers(0, 2, 70)
    for row, length in enumerate(inputs.integers(1, 130, 70).tolist()):
        predicted[row, length] = 2
        labels[row, : length + 1] = predicted[row, : length + 1]
        labels[row, length - 1] += wrong[row]
    return Trial("70 rows of up to 129 symbols", (predicted, labels, 2, 0))


def small(inputs: Inputs, B: int, L: int) -> Trial:
    """Answers of one to L - 1 symbols; the last row has the first wrong, the others are right."""
    symbols = inputs.integers(3, 9, B, L)
    end = torch.arange(B)[:, None].flip(0).clamp(max=L - 1)
    labels = torch.where(torch.arange(L) < end, symbols, 0)
    labels = torch.where(torch.arange(L) == end, 2, labels)
    predicted = labels.clone()
    predicted[-1, 0] += 1
    return Trial("", (predicted, labels, 2, 0))


exercise = Exercise(
    trials,
    call="exact_match(predicted, labels, eos_id, pad_id)",
    truth=truth,
    version=2,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3)}, small),
)
