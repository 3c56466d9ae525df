"""The log-probability of each answer of a batch."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial

NO = -100


def truth(logits: Tensor, labels: Tensor) -> Tensor:
    """Token by token: (B, L, V), (B, L) -> (B,)."""
    sums = []
    for places, row_labels in zip(logits.double(), labels.tolist(), strict=True):
        total = torch.zeros((), dtype=torch.float64)
        for numbers, label in zip(places, row_labels, strict=True):
            if label != NO:
                total = total + numbers[label] - numbers.logsumexp(-1)
        sums.append(total)
    return torch.stack(sums).to(logits.dtype)


def trials(inputs: Inputs) -> list[Trial]:
    """One label; prompts and pads; probabilities near 1."""

    def labels(*rows: list[int]) -> Tensor:
        return torch.tensor(rows)

    sure = 1e4 * torch.eye(4)[None, [1, 3]]
    return [
        Trial("1 row, 1 label", (inputs.integers_as_float(1, 1, 3), labels([2]))),
        Trial("2 labels", (inputs.integers_as_float(1, 2, 3), labels([1, 0]))),
        Trial("a prompt", (inputs.normal(1, 4, 5), labels([NO, NO, 3, 4]))),
        Trial(
            "prompts and pads",
            (
                inputs.normal(3, 5, 6),
                labels([NO, 2, 5, NO, NO], [NO, NO, NO, 1, 0], [4, 4, 3, 2, 1]),
            ),
        ),
        Trial("answers of one label", (inputs.normal(2, 3, 4), labels([NO, NO, 3], [NO, 0, NO]))),
        Trial("large logits", (inputs.normal(2, 3, 7, scale=30), inputs.integers(0, 7, 2, 3))),
        Trial("logits of 10,000", (sure, labels([2, 3]))),
        Trial("logits of 10,000, a sure model", (sure, labels([1, 3]))),
    ]


def small(inputs: Inputs, B: int, L: int, V: int) -> Trial:
    """Whole numbers; in rows of more than one label the first is a prompt's."""
    labels = inputs.integers(0, V, B, L)
    labels[:, : L - 1] = torch.where(torch.arange(L - 1) == 0, NO, labels[:, : L - 1])
    return Trial("", (inputs.integers_as_float(B, L, V), labels))


exercise = Exercise(
    trials,
    call="answer_log_probs(logits, labels)",
    truth=truth,
    axes=("B",),
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3), "V": (2, 3)}, small),
)
