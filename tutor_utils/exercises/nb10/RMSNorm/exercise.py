"""RMSNorm: a norm without subtracting the mean (Zhang and Sennrich 2019)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...modules import Case
from .. import llama
from ..modules import kind, of_norm

KIND = kind(
    lambda sizes, options: {"gain": sizes},
    lambda t, sizes, x, **how: llama.normed(x, t["gain"], **how),
    of_norm,
    ("*x", "", "*d_model", "**"),
)


def fresh(answer: Any, x: Tensor) -> Any:
    """Probe: the output of a new norm."""
    return answer(x.shape[-1])(x)


def truth_fresh(x: Tensor) -> Tensor:
    """The expected output with a gain of 1."""
    return llama.normed(x, torch.ones(x.shape[-1])).float()


def narrow(answer: Any, x: Tensor, dtype: str) -> dict[str, Any]:
    """Probe: output and dtype where input and module have ``dtype``."""
    kind = getattr(torch, dtype)
    out = answer(x.shape[-1]).to(kind)(x.to(kind))
    return {"number type": str(out.dtype), "result": out.float()}


def truth_narrow(x: Tensor, dtype: str) -> dict[str, Any]:
    """The expected output for x rounded to ``dtype``."""
    given = x.to(getattr(torch, dtype))
    return {"number type": f"torch.{dtype}", "result": truth_fresh(given)}


def new(name: str, x: Tensor) -> Trial:
    """The trial of ``fresh``: a new norm has a gain of 1."""
    return Trial(name, (x,), probe=fresh, truth=truth_fresh, shown=("x",))


def trials(inputs: Inputs) -> list[Trial]:
    """A mean far from 0, small numbers, a large eps; in float16 the square of 300 is infinite."""

    def values(name: str, x: Tensor, **options: Any) -> Trial:
        return KIND.values(name, Case((x,), (x.shape[-1],), {}, options, inputs.seed))

    types: dict[str, Any] = {"probe": narrow, "truth": truth_narrow, "criterion": "types"}
    types |= {"tolerance": (2e-2, 1e-2), "shown": ("x", "number type")}
    return [
        new("1 token of 3 features, a new norm", torch.tensor([[[1.0, 2.0, 2.0]]])),
        values("sizes that differ", inputs.normal(2, 3, 5) + 2),
        values("2 axes", inputs.normal(3, 6)),
        values("4 axes", inputs.normal(2, 3, 2, 4)),
        values("eps=0.5", inputs.normal(2, 3, 4), eps=0.5),
        values("small numbers", inputs.normal(2, 3, 5, scale=1e-3)),
        values("zeros", torch.zeros(1, 2, 3)),
        KIND.parameters("the parameters", Case((), (5,))),
        Trial("numbers in bfloat16", (inputs.normal(1, 2, 4), "bfloat16"), **types),
        Trial("numbers of 300 in float16", (inputs.normal(1, 2, 4, scale=300), "float16"), **types),
    ]


exercise = Exercise(
    trials,
    call="RMSNorm(d_model, eps)(x)",
    axes=("L d_model",),
    criteria={
        "parameters": "learns a gain for each feature",
        "types": "computes in float32, and gives x's number type back",
    },
    unless=dict.fromkeys(("float64", "half"), "the contract computes in float32"),
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (2, 3)},
        lambda inputs, B, L, d_model: new("", inputs.integers_as_float(B, L, d_model)),
    ),
)
