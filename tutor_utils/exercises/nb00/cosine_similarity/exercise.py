"""How close two vectors point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Remark, SizeGrid, Trial
from ....engine.inputs import Inputs

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
    """Pairs of vectors by hand, then by chance; zeros are a criterion of their own."""

    def pair(name: str, a: list, b: list, **options: Any) -> Trial:
        return Trial(name, (torch.tensor(a), torch.tensor(b)), **options)

    normal = inputs.normal
    return [
        pair("two vectors of 2 features", [3.0, 4.0], [4.0, 3.0]),
        pair("a right angle, and opposite", [[1.0, 0.0], [1.0, 0.0]], [[0.0, 2.0], [-3.0, 0.0]]),
        pair("vectors shorter than 1", [[0.3, 0.4]], [[0.0, 0.5], [-0.06, 0.08]]),
        Trial("4 pairs of 5 features", (normal(4, 5), normal(4, 5))),
        Trial("one vector against many", (normal(6), normal(3, 6))),
        Trial("3 vectors against 2 times 3", (normal(3, 5), normal(2, 3, 5))),
        Trial("all pairs by broadcasting", (normal(4, 1, 5), normal(1, 3, 5))),
        pair(
            "very short vectors",
            [[3e-4, 4e-4]],
            [[5e-4, 0.0], [3e-4, 4e-4]],
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
    criteria={"zero": "gives 0 for a zero vector, not NaN"},
    remarks={
        "short": Remark(
            "Your guard against a division by 0 also swallows very short vectors: with lengths of "
            "about 0.0005 the cosine comes out too small.",
            example="v = torch.tensor([3e-4, 4e-4])\ncosine_similarity(v, v)  # 1 is right",
            mend="lengths.clamp(min=1e-8)",
        ),
        "gradient-at-zero": Remark(
            "For a zero vector your value is 0, as asked, but its gradient is NaN or infinite: "
            "what comes after a division by 0, or a root of 0, does not undo that. One zero "
            "vector in a batch would spoil a whole training step.",
            example="a = torch.zeros(2, requires_grad=True)\n"
            "cosine_similarity(a, torch.ones(2)).backward()\na.grad",
            mend="length = a.norm(dim=-1).clamp_min(1e-8)",
        ),
    },
    version=3,
    smallest=SizeGrid({"n": (1, 2), "d": (1, 2, 3)}, _at_size),
)
