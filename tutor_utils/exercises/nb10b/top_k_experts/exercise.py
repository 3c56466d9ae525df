"""A mixture of experts: k networks for each token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, Inputs, Remark, SizeGrid, Trial, refused
from ....models.products import Products, vectors
from ....noted import Note, Notes
from ...formulas import affine, shares

TOLERANCE = (1e-3, 1e-4)
MOST_EXPERTS = 12


def read(answer: Any, x: Tensor, router: nn.Linear, experts: nn.ModuleList, k: int) -> None:
    """Probe: note each matrix product; so the way in which experts are called does not matter."""
    with Products(Notes(tuple)):
        answer(x, router, experts, k)


def tokens_read(_: Any, notes: Sequence[Note], x: Tensor, *more: Any) -> float:
    """How many tokens the experts read; their matrices are square, the router's is not."""
    return vectors([tuple(one) for one in notes], x.shape[-1], x.shape[-1])


def verify_read(value: float, x: Tensor, router: Any, experts: Any, k: int) -> Finding | None:
    """Each token passes k experts only."""
    wanted = k * x[..., 0].numel()
    if value <= wanted:
        return None
    return Finding(f"The experts read {value:g} tokens together; {wanted} are enough.")


def truth(x: Tensor, router: nn.Linear, experts: nn.ModuleList, k: int) -> Tensor:
    """Every expert on every token, with weight 0 for experts that the router did not choose."""
    scores = affine(x.double(), router)
    last = scores.sort(-1, descending=True).values[..., k - 1 : k]
    weights = shares(scores.masked_fill(scores < last, torch.finfo(torch.float64).min))
    output = torch.zeros_like(x, dtype=torch.float64)
    for i, expert in enumerate(experts):
        assert isinstance(expert, nn.Linear)
        output = output + weights[..., i : i + 1] * affine(x.double(), expert)
    return output.to(x.dtype)


def given(inputs: Inputs, x: Tensor, n: int, k: int, bias: bool = False) -> tuple:
    """Arguments without nearly equal router scores.

    The experts have a bias, so weighting their input instead of their output shows.
    """
    d_model = x.shape[-1]
    experts = nn.ModuleList(inputs.linear(d_model, d_model) for _ in range(n))
    for _ in range(100):
        router = inputs.linear(d_model, n, bias=bias)
        scores = router(x).detach().sort(-1).values
        if n == 1 or scores.diff(dim=-1).min() > 1e-3:
            break
    return x, router, experts, k


def trials(inputs: Inputs) -> list[Trial]:
    """From one expert to many."""
    normal = inputs.normal

    def trial(name: str, x: Tensor, n: int, k: int, bias: bool = False) -> Trial:
        return Trial(name, given(inputs, x, n, k, bias), tolerance=TOLERANCE)

    return [
        trial("1 token, 3 experts, k = 2", normal(1, 1, 2), 3, 2),
        trial("k = 1", normal(2, 3, 4), 3, 1),
        trial("k = 2 of 5", normal(2, 4, 6), 5, 2),
        trial("a router with a bias", normal(2, 5, 4), 6, 2, bias=True),
        trial("experts that nobody chose", normal(1, 2, 4), MOST_EXPERTS, 1),
        trial("2 axes", normal(5, 4), 3, 2),
        Trial(
            "how many tokens each expert reads",
            given(inputs, normal(2, 6, 4), 5, 2),
            probe=read,
            count=tokens_read,
            verify=verify_read,
            criterion="sparse",
            shown=("x", "router", "experts", "k"),
        ),
        refused("k = 0", *given(inputs, normal(1, 2, 3), 4, 0), mentions=("k", "0")),
    ]


def small(inputs: Inputs, B: int, L: int, n: int, k: int) -> Trial | None:
    """Few features; None where k exceeds the number of experts n, or n is larger than needed."""
    if not k <= n <= MOST_EXPERTS:
        return None
    return Trial("", given(inputs, inputs.normal(B, L, 2), n, k), tolerance=TOLERANCE)


exercise = Exercise(
    trials,
    call="top_k_experts(x, router, experts, k)",
    truth=truth,
    axes=("B L d_model",),
    criteria={"refuses": "refuses a k below 1"},
    remarks={
        "sparse": Remark(
            "Your experts read tokens that did not choose them. The numbers are right, and the "
            "model costs as much as if every token went through all experts.",
            "",
            "output[reads] += weight[reads][:, None] * expert(x[reads])",
        ),
    },
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "n": (2, 3), "k": (2, 1)}, small),
)
