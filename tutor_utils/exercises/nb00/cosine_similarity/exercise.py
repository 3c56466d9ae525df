"""How close two vectors point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Remark, SizeGrid, Trial
from ....engine.inputs import Inputs
from ...gradients import gradient_trial

HINTS = (
    "Two arrows. Does it matter how long they are, or only where they point?",
    "Divide the dot product over the last axis by both lengths.",
    "`(a * b).sum(-1)` and `a.norm(dim=-1)`. What happens when a length is 0?",
)


def truth(a: Tensor, b: Tensor) -> Tensor:
    """Sums feature by feature; a zero vector gives 0."""
    a, b = torch.broadcast_tensors(a, b)

    def dot_product(x: Tensor, y: Tensor) -> Tensor:
        features = zip(x.unbind(-1), y.unbind(-1), strict=True)
        return sum((p * q for p, q in features), start=x.new_zeros(()))

    dot = dot_product(a, b)
    size = dot_product(a, a).sqrt() * dot_product(b, b).sqrt()
    return torch.where(size == 0, torch.zeros_like(dot), dot / size.clamp_min(1e-30))


def gradient_at_zero(answer: Callable[..., Any], a: Tensor, b: Tensor) -> bool:
    """Whether a zero vector and its partner get numbers as gradients."""
    a, b = a.clone().requires_grad_(), b.clone().requires_grad_()
    answer(a, b).sum().backward()
    return all(x.grad is None or bool(x.grad.isfinite().all()) for x in (a, b))


def trials(inputs: Inputs) -> list[Trial]:
    """Pairs of vectors by hand, then by chance; short ones and zeros are criteria of their own."""

    def pair(name: str, a: list, b: list, **options: Any) -> Trial:
        return Trial(name, (torch.tensor(a), torch.tensor(b)), **options)

    normal, double = inputs.normal, torch.float64
    return [
        pair("two vectors of 2 features", [3.0, 4.0], [4.0, 3.0]),
        pair("a right angle, and opposite", [[1.0, 0.0], [1.0, 0.0]], [[0.0, 2.0], [-3.0, 0.0]]),
        pair("vectors shorter than 1", [[0.3, 0.4]], [[0.0, 0.5], [-0.06, 0.08]]),
        Trial("4 pairs of 5 features", (normal(4, 5), normal(4, 5))),
        Trial("one vector against many", (normal(6), normal(3, 6))),
        Trial("3 vectors against 2 times 3", (normal(3, 5), normal(2, 3, 5))),
        Trial("3 times 3 vectors against 3", (normal(3, 3, 5), normal(3, 5))),
        Trial("all pairs by broadcasting", (normal(4, 1, 5), normal(1, 3, 5))),
        Trial("float64", (normal(2, 7, dtype=double), normal(2, 7, dtype=double))),
        pair(  # a guard against 0 may not swallow them, but it may show a little
            "very short vectors",
            [[3e-4, 4e-4]],
            [[5e-4, 0.0], [3e-4, 4e-4]],
            tolerance=(0.06, 0.005),
            criterion="short",
        ),
        pair(
            "a very short vector of 64 features",
            [[6.25e-5] * 64],
            [[6.25e-5] * 32 + [-6.25e-5] * 32, [6.25e-5] * 48 + [-6.25e-5] * 16],
            tolerance=(0.06, 0.005),
            criterion="short",
        ),
        pair(
            "a zero vector",
            [[0.0, 0.0, 0.0], [1.0, 2.0, 2.0]],
            [1.0, 2.0, 2.0],
            criterion="zero",
        ),
        pair("two zero vectors", [0.0] * 3, [0.0] * 3, criterion="zero"),
        gradient_trial(truth, normal(2, 3), normal(2, 3)),
        pair(
            "the gradient at a zero vector",
            [[0.0, 0.0], [1.0, 2.0]],
            [[3.0, 4.0], [2.0, 2.0]],
            probe=gradient_at_zero,
            truth=lambda a, b: True,
            criterion="gradient-at-zero",
        ),
    ]


def _at_size(inputs: Inputs, n: int, d: int) -> Trial:
    return Trial("", (inputs.integers_as_float(n, d), inputs.integers_as_float(n, d, low=1)))


exercise = Exercise(
    trials,
    call="cosine_similarity(a, b)",
    hints=HINTS,
    truth=truth,
    axes=("...",),
    criteria={
        "short": "sees where very short vectors point",
        "zero": "gives 0 for a zero vector, not NaN",
    },
    remarks={
        "gradient-at-zero": Remark(
            "At a vector of length 0 your value is 0, as asked, and the gradient "
            "is NaN or infinite: it comes from the division by 0, which `torch.where` or "
            "`nan_to_num` behind it does not undo. One such vector in a batch spoils a whole training step. A "
            "divisor that is never 0, such as `length.clamp_min(1e-8)`, has no such gradient."
        ),
    },
    version=3,
    smallest=SizeGrid({"n": (1, 2), "d": (1, 2, 3)}, _at_size),
)
