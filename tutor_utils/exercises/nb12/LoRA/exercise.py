"""A frozen layer and a small correction."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine import seeds
from ....engine.exercise import Exercise, SizeGrid, Trial, refused
from ....engine.inputs import Inputs

HINTS = (
    "What does a fresh LoRA give, where b is all zeros? And which of its numbers are trained?",
    "`self.linear = linear.requires_grad_(False)`. a and b are `nn.Parameter`s, of the shapes "
    "(linear.in_features, rank) and (rank, linear.out_features).",
    "`y = self.linear(x)`, and where `self.on`: `y + self.scale * (x @ self.a @ self.b)`.",
    "a: `torch.randn(linear.in_features, rank) * linear.in_features**-0.5`.",
)
SHOWN = ("x", "in, out, bias", "rank, alpha", "", "on")
Sizes = tuple[int, int, bool]  # in, out, whether there is a bias
Options = tuple[int, float | None]  # rank, alpha
Numbers = tuple[Tensor, Tensor | None, Tensor, Tensor]  # weight, bias, a, b


def numbers(sizes: Sizes, rank: int, seed: int) -> Numbers:
    """All that a LoRA computes with, drawn from a seed."""
    inputs = Inputs(seed)
    weight, shift = inputs.normal(sizes[1], sizes[0]), inputs.normal(sizes[1])
    a, b = inputs.normal(sizes[0], rank), inputs.normal(rank, sizes[1])
    return weight, shift if sizes[2] else None, a, b


def layer(sizes: Sizes, seed: int) -> nn.Linear:
    """The layer that is given."""
    weight, bias, *_ = numbers(sizes, 1, seed)
    made = nn.Linear(*sizes[:2], bias=sizes[2])
    with torch.no_grad():
        made.weight.copy_(weight)
        if bias is not None:
            made.bias.copy_(bias)
    return made


def make(answer: Any, sizes: Sizes, options: Options, seed: int) -> nn.Module:
    """The learner's module around the layer."""
    rank, alpha = options
    given = layer(sizes, seed)
    made: nn.Module = answer(given, rank) if alpha is None else answer(given, rank, alpha=alpha)
    return made


def fresh(answer: Any, x: Tensor, sizes: Sizes, options: Options, seed: int) -> Any:
    """What a new one gives."""
    return make(answer, sizes, options, seed)(x)


def filled(answer: Any, x: Tensor, sizes: Sizes, options: Options, seed: int, on: bool) -> Any:
    """What it gives with known numbers in a and b."""
    module = make(answer, sizes, options, seed)
    _, _, a, b = numbers(sizes, options[0], seed)
    with torch.no_grad():
        for name, known in (("a", a), ("b", b)):
            own = getattr(module, name)
            if own.shape == known.shape:  # else the trial of its parts says so
                own.copy_(known)
    if not on:
        module.on = False
    return module(x)


def parts(answer: Any, sizes: Sizes, options: Options, seed: int) -> dict[str, Any]:
    """What it is made of, and what of it is trained."""
    given = layer(sizes, seed)
    rank, alpha = options
    module = answer(given, rank) if alpha is None else answer(given, rank, alpha=alpha)
    names = {id(p): name for name, p in module.named_parameters()}
    trained = [name for name, p in module.named_parameters() if p.requires_grad]
    own = {name: getattr(module, name, None) for name in ("a", "b")}
    found: dict[str, Any] = {
        f"the shape of {name}": list(p.shape) if isinstance(p, Tensor) else f"{name} is {p!r}"
        for name, p in own.items()
    }
    found |= {f"{n} is a Parameter": id(p) in names for n, p in own.items()}
    found["numbers that are trained"] = sum(
        p.numel() for name, p in module.named_parameters() if name in trained
    )
    found["the given layer's weight is trained"] = given.weight.requires_grad
    found["linear is the layer that was given"] = getattr(module, "linear", None) is given
    found["the given layer's numbers"] = given.weight.detach().clone()
    return found


def start(answer: Any, sizes: Sizes, options: Options, seed: int) -> dict[str, Any]:
    """What stands in a and b at first."""
    seeds.seed(seed)
    module = make(answer, sizes, options, seed)
    return {"a": module.a.detach(), "b": module.b.detach()}


# --- judge ---------------------------------------------------------------------------------------


def truth(x: Tensor, sizes: Sizes, options: Options, seed: int, on: bool = False) -> Tensor:
    """Of one whole matrix."""
    weight, bias, a, b = (
        None if t is None else t.double() for t in numbers(sizes, options[0], seed)
    )
    assert weight is not None and a is not None and b is not None
    rank, alpha = options
    if on:
        scale = (rank if alpha is None else alpha) / rank
        weight = weight + scale * torch.einsum("ir,ro->oi", a, b)
    out = torch.einsum("...i,oi->...o", x.double(), weight)
    return (out if bias is None else out + bias).float()


def truth_parts(sizes: Sizes, options: Options, seed: int) -> dict[str, Any]:
    """Two thin matrices are trained, nothing else."""
    (fan_in, fan_out, _), (rank, _) = sizes, options
    return {
        "the shape of a": [fan_in, rank],
        "the shape of b": [rank, fan_out],
        "a is a Parameter": True,
        "b is a Parameter": True,
        "numbers that are trained": rank * (fan_in + fan_out),
        "the given layer's weight is trained": False,
        "linear is the layer that was given": True,
        "the given layer's numbers": numbers(sizes, rank, seed)[0],
    }


def count(value: dict[str, Tensor], *_: Any) -> dict[str, Any]:
    """How wide both are spread."""
    a, b = value["a"], value["b"]
    return {
        "the deviation of a": a.std().item(),
        "the mean of a": a.mean().item(),
        "share of a within one deviation": (a.abs() <= a.std()).float().mean().item(),
        "the largest number of b": b.abs().max().item(),
    }


def truth_start(sizes: Sizes, *_: Any) -> dict[str, Any]:
    """A normal, and zeros."""
    return {
        "the deviation of a": sizes[0] ** -0.5,
        "the mean of a": 0.0,
        "share of a within one deviation": 0.6827,
        "the largest number of b": 0.0,
    }


def trials(inputs: Inputs) -> list[Trial]:
    """A new one, then one with known numbers, on and off."""
    seed = inputs.seed % 2**31
    plain: Sizes = (3, 2, True)
    wide: Sizes = (5, 4, True)

    def values(name: str, x: Tensor, sizes: Sizes, options: Options, on: bool = True) -> Trial:
        return Trial(name, (x, sizes, options, seed, on), probe=filled, shown=SHOWN)

    def about(name: str, criterion: str, sizes: Sizes, options: Options, **how: Any) -> Trial:
        shown = ("in, out, bias", "rank, alpha", "")
        return Trial(name, (sizes, options, seed), criterion=criterion, shown=shown, **how)

    x = inputs.integers_as_float(1, 2, 3)
    return [
        Trial("a new one", (x, plain, (1, None), seed), probe=fresh, shown=SHOWN[:4]),
        about("its parts", "parts", (4, 6, True), (2, None), probe=parts, truth=truth_parts),
        values("known numbers in a and b, rank 1", x, plain, (1, None)),
        values("rank 3", inputs.normal(2, 3, 5), wide, (3, None)),
        values("rank 2, alpha 8", inputs.normal(2, 3, 5), wide, (2, 8)),
        values("rank 4, alpha 2", inputs.normal(2, 3, 5), wide, (4, 2)),
        values("switched off", inputs.normal(2, 3, 5), wide, (2, 8), on=False),
        values("a layer without a bias", inputs.normal(2, 3, 4), (4, 3, False), (2, None)),
        values("x of 2 axes", inputs.normal(7, 5), wide, (2, None)),
        values("x of 4 axes", inputs.normal(2, 3, 2, 5), wide, (2, None)),
        values("a square layer", inputs.normal(2, 3, 4), (4, 4, True), (2, None)),
        about(
            "the first numbers",
            "start",
            *((300, 4, True), (200, None)),
            probe=start,
            count=count,
            truth=truth_start,
            tolerance=(0.03, 0.002),
        ),
        refused(
            "rank=0",
            *((3, 2, True), (0, None), seed),
            mentions=(("rank", "0"),),
            probe=make,
            shown=("in, out, bias", "rank, alpha", ""),
        ),
    ]


def small(inputs: Inputs, B: int, L: int, rank: int, out: int) -> Trial:
    """Whole numbers go in."""
    x = inputs.integers_as_float(B, L, 2)
    args = (x, (2, out, True), (rank, 2 * rank), inputs.seed % 2**31, True)
    return Trial("", args, probe=filled, shown=SHOWN)


exercise = Exercise(
    trials,
    call="LoRA(linear, rank, alpha)(x)",
    hints=HINTS,
    truth=truth,
    axes=("B L out",),
    criteria={
        "parts": "trains a and b, and freezes the given layer",
        "start": "starts with a normal a and zeros in b",
        "refuses": "refuses a rank below 1",
    },
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "rank": (1, 2), "out": (2, 3)}, small),
)
