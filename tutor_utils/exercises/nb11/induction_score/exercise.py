"""Which heads attend to the token that followed last time."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial


def truth(weights: Tensor, period: int) -> Tensor:
    """Weight by weight, with loops."""
    B, h, L, _ = weights.shape
    found = torch.zeros(h, dtype=torch.float64)
    for i in range(h):
        seen = [float(weights[b, i, t, t - period + 1]) for b in range(B) for t in range(period, L)]
        found[i] = sum(seen) / len(seen)
    return found.to(weights.dtype)


def maps(inputs: Inputs, B: int, h: int, L: int) -> Tensor:
    """Random causal weights, (B, h, L, L)."""
    scores = inputs.normal(B, h, L, L)
    blocked = torch.ones(L, L).triu(1).bool()
    return scores.masked_fill(blocked, float("-inf")).softmax(-1)


def trials(inputs: Inputs) -> list[Trial]:
    """The text of the notebook, random maps, and maps of one head."""

    def trial(name: str, B: int, h: int, L: int, period: int) -> Trial:
        return Trial(name, (maps(inputs, B, h, L), period))

    hand = torch.zeros(1, 1, 6, 6)
    hand[0, 0, range(6), range(6)] = 1.0
    hand[0, 0, 3] = torch.tensor([0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    hand[0, 0, 4] = torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    return [
        Trial("a b c a b c: places 3 and 4 look one after the copy, 5 at itself", (hand, 3)),
        trial("1 row, 1 head", 1, 1, 6, 3),
        trial("2 rows, 3 heads", 2, 3, 8, 4),
        trial("a period of 2 in a text of 9", 3, 2, 9, 2),
        trial("the last symbol of three rounds is missing", 2, 4, 11, 4),
        trial("only one place has an earlier copy", 2, 3, 6, 5),
        trial("a period of 1", 2, 3, 5, 1),
        Trial("maps without a mask", (inputs.normal(2, 3, 7, 7).softmax(-1), 3)),
    ]


def small(inputs: Inputs, B: int, h: int, L: int, period: int) -> Trial | None:
    """Each query attends to one key, or to two with weight 1/2: easy to check by hand."""
    if period >= L:
        return None
    seen = torch.arange(L) + 1  # position t sees t + 1 keys
    keys = (inputs.integers(0, 60, B, h, L) % seen for _ in range(2))  # 60: evenly, up to 5 places
    one, other = (torch.nn.functional.one_hot(key, L) for key in keys)
    return Trial("", ((one + other) / 2, period))


exercise = Exercise(
    trials,
    call="induction_score(weights, period)",
    truth=truth,
    axes=("h",),
    unless={"gradient": "a score is read: nobody trains by it"},
    smallest=SizeGrid(
        {"B": (1, 2), "h": (1, 2), "L": (3, 4, 5), "period": (2, 3)},
        small,
    ),
)
