"""A search that mixes what it finds."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Trial, whole_numbers
from ....engine.inputs import Inputs
from ...gradients import gradient_trial

HINTS = (
    "A dictionary opens one entry. What if every entry is opened a little?",
    "Each key gets a score, its dot product with the query. Softmax makes shares of the scores.",
    "`keys @ query` has the shape (n,). `weights @ values` mixes the rows of values.",
)


def truth(query: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """Key by key in the order of the list."""
    scores = torch.stack([(query * key).sum() for key in keys])
    raised = (scores - scores.max()).exp()
    weights = raised / raised.sum()
    return sum(w * v for w, v in zip(weights, values, strict=True)), weights


def trials(inputs: Inputs) -> list[Trial]:
    """Few keys and many; scores for which `exp` is too large, or too small."""
    by_hand = ([1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]], [[10.0, 0.0, 2.0], [0.0, 10.0, 4.0]])

    def drawn(n: int, d: int, m: int, scale: float = 1.0, **options: Any) -> tuple[Tensor, ...]:
        query = inputs.normal(d, scale=scale, **options)
        return query, inputs.normal(n, d, scale=scale, **options), inputs.normal(n, m, **options)

    query, keys, values = drawn(5, 6, 3, scale=30)
    keys[2] = query  # one score in the thousands, whatever the others are
    low = torch.full((6,), 10.0)  # scores of -600, and a little more or less
    far_below = (low, inputs.integers_as_float(4, 6) / 16 - low, inputs.normal(4, 3))
    return [
        Trial("2 keys", tuple(map(torch.tensor, by_hand))),
        Trial("4 keys of 3 features, values of 5", drawn(4, 3, 5)),
        Trial("one key", drawn(1, 4, 2)),
        Trial("large scores", (query, keys, values), tolerance=(1e-3, 1e-4)),  # they cancel
        Trial("scores of about -600", far_below),
        Trial("float64", drawn(7, 5, 2, dtype=torch.float64)),
        gradient_trial(truth, *drawn(3, 2, 2)),
    ]


exercise = Exercise(
    trials,
    call="soft_lookup(query, keys, values)",
    hints=HINTS,
    truth=truth,
    output_names=("value", "weights"),
    axes=("m", "n"),
    version=2,
    smallest=whole_numbers({"n": (1, 2, 3), "d": (1, 2), "m": (1, 2)}, "d", "n d", "n m"),
)
