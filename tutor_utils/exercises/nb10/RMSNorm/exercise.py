"""A norm that subtracts nothing."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import llama
from ..modules import Kind, of_norm, rounded

HINTS = (
    "Three numbers 1, 2 and 2: what is the mean of their squares, and its root?",
    "Square, mean over the last axis with `keepdim=True`, plus eps, root. Then divide, then the "
    "gain.",
    "The gain is `nn.Parameter(torch.ones(d_model))`. Compute with `x.float()`, and end with "
    "`.to(x.dtype)`.",
)
SCALE = {"float16": 300.0, "bfloat16": 1.0}  # the square of 300 is beyond float16


def truth(t: llama.Numbers, sizes: tuple[int], options: dict, x: Tensor) -> Tensor:
    """By its formula."""
    return llama.normed(x, t["gain"], options.get("eps", llama.EPS))


KIND = Kind(
    lambda sizes, options: {"gain": sizes},
    truth,
    of_norm,
    ("x", "", "*d_model", "**"),
)


def fresh(answer: Any, x: Tensor) -> Any:
    """What a new norm gives."""
    return answer(x.shape[-1])(x)


def with_gain(answer: Any, x: Tensor, gain: Tensor) -> Any:
    """What a norm of this gain gives."""
    norm = answer(x.shape[-1])
    for parameter in norm.parameters():
        if parameter.shape == gain.shape:
            parameter.detach().copy_(gain)
    return norm(x)


def narrow(answer: Any, x: Tensor, dtype: str) -> dict[str, Any]:
    """The result for such numbers, and their type; the module has it too."""
    kind = getattr(torch, dtype)
    out = answer(x.shape[-1]).to(kind)(x.to(kind))
    return {"number type": str(out.dtype), "result": out.float()}


def truth_narrow(x: Tensor, dtype: str) -> dict[str, Any]:
    """Of the numbers as the type holds them."""
    given = x.to(getattr(torch, dtype))
    return {
        "number type": f"torch.{dtype}",
        "result": rounded(llama.normed(given, torch.ones(x.shape[-1]))),
    }


def trials(inputs: Inputs) -> list[Trial]:
    """Few features, a mean far from 0, small numbers, a large eps, two number types."""
    seed = inputs.seed
    small = inputs.normal(2, 3, 5, scale=1e-3)
    flat = torch.zeros(1, 2, 3)
    hand = torch.tensor([[[1.0, 2.0, 2.0]]])

    def values(name: str, x: Tensor, **options: Any) -> Trial:
        return KIND.values(name, x, (x.shape[-1],), seed, **options)

    return [
        Trial(
            "1 token of 3 features, a new norm",
            (hand,),
            probe=fresh,
            truth=lambda x: rounded(llama.normed(x, torch.ones(x.shape[-1]))),
            shown=("x",),
        ),
        values("sizes that differ", inputs.normal(2, 3, 5) + 2),
        values("as many tokens as features", inputs.normal(4, 4, 4)),
        values("2 axes", inputs.normal(3, 6)),
        values("4 axes", inputs.normal(2, 3, 2, 4)),
        values("eps=0.5", inputs.normal(2, 3, 4), eps=0.5),
        values("small numbers", small),
        values("zeros", flat),
        KIND.parameters("the parameters", (5,)),
        *(
            Trial(
                f"{said} in {dtype}",
                (inputs.normal(1, 2, 4, scale=SCALE[dtype]), dtype),
                probe=narrow,
                truth=truth_narrow,
                tolerance=(2e-2, 1e-2),
                criterion="types",
                shown=("x", "number type"),
            )
            for dtype, said in {"bfloat16": "numbers", "float16": "numbers of 300"}.items()
        ),
    ]


exercise = Exercise(
    trials,
    call="RMSNorm(d_model, eps)(x)",
    hints=HINTS,
    axes=("L d_model",),
    criteria={
        "parameters": "learns a gain for each feature",
        "types": "computes in float32, and gives x's number type back",
    },
    unless=dict.fromkeys(("float64", "half"), "the contract computes in float32"),
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (2, 3)},
        lambda inputs, B, L, d_model: Trial(
            "",
            (inputs.integers_as_float(B, L, d_model), 1 + torch.arange(d_model) / 2),
            probe=with_gain,
            truth=lambda x, gain: rounded(llama.normed(x, gain)),
            shown=("x", "gain"),
        ),
    ),
)
