"""A soft dictionary lookup: a weighted mean of all values."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial, whole_numbers


def truth(query: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """Key by key, in the order of the list."""
    scores = torch.stack([(query * key).sum() for key in keys])
    raised = (scores - scores.max()).exp()
    weights = raised / raised.sum()
    return sum(w * v for w, v in zip(weights, values, strict=True)), weights


def trials(inputs: Inputs) -> list[Trial]:
    """Few keys and many; scores at which `exp` overflows."""
    by_hand = ([1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]], [[10.0, 0.0, 2.0], [0.0, 10.0, 4.0]])

    large = ([40.0, -10.0], [[30.0, 20.0], [40.0, -10.0], [-20.0, 30.0]], [[1.0], [2.0], [3.0]])

    def drawn(n: int, d: int, m: int) -> tuple[Tensor, ...]:
        return inputs.normal(d), inputs.normal(n, d), inputs.normal(n, m)

    return [
        Trial("2 keys", tuple(map(torch.tensor, by_hand))),
        Trial("4 keys of 3 features, values of 5", drawn(4, 3, 5)),
        Trial("one key", drawn(1, 4, 2)),
        Trial("large scores", tuple(map(torch.tensor, large))),
    ]


exercise = Exercise(
    trials,
    call="soft_lookup(query, keys, values)",
    truth=truth,
    output_names=("value", "weights"),
    axes=("m", "n"),
    version=2,
    smallest=whole_numbers({"n": (1, 2, 3), "d": (1, 2), "m": (1, 2)}, "d", "n d", "n m"),
)
