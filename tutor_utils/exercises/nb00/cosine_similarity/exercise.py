"""The cosine of the angle between two vectors."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial


def truth(a: Tensor, b: Tensor) -> Tensor:
    """Feature by feature; a zero vector gives 0. (..., d), (..., d) -> (...)."""
    a, b = torch.broadcast_tensors(a, b)

    def dot_product(x: Tensor, y: Tensor) -> Tensor:
        features = zip(x.unbind(-1), y.unbind(-1), strict=True)
        return sum((p * q for p, q in features), start=x.new_zeros(()))

    dot = dot_product(a, b)
    size = dot_product(a, a).sqrt() * dot_product(b, b).sqrt()
    return torch.where(size == 0, torch.zeros_like(dot), dot / size.clamp_min(1e-30))


def trials(inputs: Inputs) -> list[Trial]:
    """Simple pairs of vectors, then random ones; zero vectors are a criterion of their own."""

    def pair(name: str, a: list, b: list, **options: Any) -> Trial:
        return Trial(name, (torch.tensor(a), torch.tensor(b)), **options)

    normal = inputs.normal
    return [
        pair("two vectors of 2 features", [3.0, 4.0], [4.0, 3.0]),
        pair("vectors shorter than 1", [[0.3, 0.4]], [[0.0, 0.5], [-0.06, 0.08]]),
        Trial("4 pairs of 5 features", (normal(4, 5), normal(4, 5))),
        Trial("one vector against many", (normal(6), normal(3, 6))),
        Trial("all pairs by broadcasting", (normal(4, 1, 5), normal(1, 3, 5))),
        pair("a zero vector", [[0.0] * 3, [1.0, 2.0, 2.0]], [1.0, 2.0, 2.0], criterion="zero"),
        pair("a zero vector as b", [1.0, 2.0, 2.0], [[0.0] * 3, [1.0, 2.0, 2.0]], criterion="zero"),
        pair("two zero vectors", [0.0] * 3, [0.0] * 3, criterion="zero"),
    ]


def _at_size(inputs: Inputs, n: int, d: int) -> Trial:
    return Trial("", (inputs.integers_as_float(n, d), inputs.integers_as_float(n, d, low=1)))


exercise = Exercise(
    trials,
    call="cosine_similarity(a, b)",
    truth=truth,
    axes=("...",),
    criteria={"zero": "gives 0 for a zero vector, not NaN"},
    version=4,
    smallest=SizeGrid({"n": (1, 2), "d": (1, 2, 3)}, _at_size),
)
