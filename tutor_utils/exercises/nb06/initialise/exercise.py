"""Give every layer its first numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import seeds
from ....engine.exercise import Exercise, Trial
from ....engine.inputs import Inputs

HINTS = (
    "Which kinds of layer does the docstring name, and how do you meet every layer of a model, "
    "also those inside others?",
    "`model.modules()` gives them all. `isinstance(layer, nn.Linear)` tells the kind. For a "
    "shared tensor, think which rule comes last.",
    "First all `nn.Linear`: `nn.init.xavier_uniform_(layer.weight)`, and the bias, where there is "
    "one, with `nn.init.zeros_`. Then all `nn.Embedding`: `nn.init.normal_(layer.weight, "
    "std=layer.embedding_dim**-0.5)`, and the row `padding_idx`, where there is one, to zero.",
)
START = 0.75  # every number before the call: neither rule gives it
STATISTICS = 2000  # a tensor with more numbers is told by statistics, a smaller one by its largest
# Of statistics of 150,000 numbers and more: seven times their own spread, and a tenth of what tells
# a uniform distribution from a normal one.
TOLERANCE = (0.015, 1e-4)


class Tied(nn.Module):
    """A table that is the matrix of the output too."""

    def __init__(self, output_first: bool) -> None:
        super().__init__()
        if output_first:
            self.output = nn.Linear(100, 1500)
        self.table = nn.Embedding(1500, 100, padding_idx=2)
        if not output_first:
            self.output = nn.Linear(100, 1500)
        self.output.weight = self.table.weight


class Untied(nn.Module):
    """An output layer with a matrix of its own, of the table's shape."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.output = nn.Embedding(1500, 100), nn.Linear(100, 1500)


class Others(nn.Module):
    """What has to stay as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(40)
        self.conv = nn.Conv1d(30, 40, 1)
        self.own = nn.Parameter(torch.empty(40, 50))
        self.register_buffer("positions", torch.full((7, 40), START))


def _pair() -> nn.Module:
    return nn.Sequential(nn.Linear(90, 90), nn.Linear(90, 90), nn.Embedding(30, 20))


MODELS: dict[str, Callable[[], nn.Module]] = {
    "nn.Linear(600, 300)": lambda: nn.Linear(600, 300),
    "nn.Embedding(1500, 128)": lambda: nn.Embedding(1500, 128),
    "nn.Embedding(1000, 160, padding_idx=0)": lambda: nn.Embedding(1000, 160, padding_idx=0),
    "nn.Embedding(1000, 160, padding_idx=3)": lambda: nn.Embedding(1000, 160, padding_idx=3),
    "nn.Linear(300, 500, bias=False), inside two other modules": lambda: nn.Sequential(
        nn.Sequential(nn.Linear(300, 500, bias=False))
    ),
    "a table that is the output's matrix too": lambda: Tied(False),
    "the same, with the output made first": lambda: Tied(True),
    "a table and an output layer of its shape, not tied": Untied,
    "a LayerNorm, a Conv1d, a Parameter and a buffer": Others,
    "two nn.Linear(90, 90) and an nn.Embedding(30, 20)": _pair,
}


def _made(kind: str) -> nn.Module:
    model = MODELS[kind]()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(START)
    return model


def _told(name: str, deviation: float, within: float, above: float) -> dict[str, float]:
    """What is looked at of many numbers: their size, and the form and the sign of their curve."""
    return {
        f"{name}: deviation": deviation,
        f"{name}: share within one deviation": within,
        f"{name}: share above 0": above,
    }


def _statistics(name: str, numbers: Tensor) -> dict[str, float]:
    spread = numbers.std()
    within, above = (numbers.abs() <= spread).float(), (numbers > 0).float()
    return _told(name, spread.item(), within.mean().item(), above.mean().item())


def first_numbers(answer: Any, kind: str, seed: int) -> dict[str, Any]:
    """What stands in the parameters after the call, in a few numbers each."""
    model = _made(kind)
    seeds.seed(seed)
    answer(model)
    seen: dict[str, Any] = {}
    pads = {
        name: layer.padding_idx
        for name, layer in model.named_modules()
        if isinstance(layer, nn.Embedding) and layer.padding_idx is not None
    }
    for name, parameter in model.named_parameters(remove_duplicate=False):
        numbers = parameter.detach()
        owner = name.rpartition(".")[0]
        if owner in pads:
            seen[f"{name}: rows of zeros"] = (numbers == 0).all(1).nonzero().flatten().tolist()
            numbers = numbers[torch.arange(len(numbers)) != pads[owner]]
        if numbers.numel() > STATISTICS:
            seen |= _statistics(name, numbers)
        else:
            seen[f"{name}: largest number"] = numbers.abs().max().item()
    if isinstance(model, Tied):
        seen["one Parameter serves both"] = model.output.weight is model.table.weight
    return seen


def left_alone(answer: Any, kind: str) -> dict[str, bool]:
    """Whether each tensor is as it was."""
    model = _made(kind)
    answer(model)
    return {
        f"{name} is as it was": bool((tensor == START).all())
        for name, tensor in model.state_dict().items()
    }


def drawn(answer: Any, kind: str, seed: int) -> dict[str, Any]:
    """Two calls from one seed and one from another; and what a call must not change."""
    model = _made(kind).double().eval()
    before = list(model.parameters())
    results = []
    for start in (seed, None, seed, seed + 1):
        if start is not None:
            seeds.seed(start)
        answer(model)
        results.append([p.detach().clone() for p in model.parameters()])
    first, second, again, other = results
    return {
        "the same seed gives the same numbers": all(map(torch.equal, first, again)),
        "another seed gives other numbers": not torch.equal(first[0], other[0]),
        "a second call gives other numbers": not torch.equal(first[0], second[0]),
        "two layers get the same numbers": torch.equal(first[0], first[2]),
        "the Parameters are the same objects": all(
            one is two for one, two in zip(before, model.parameters(), strict=False)
        ),
        "all of them are trained": all(p.requires_grad and p.is_leaf for p in model.parameters()),
        "number type": str(next(model.parameters()).dtype),
        "mode": "training" if model.training else "evaluation",
    }


# --- truth ---------------------------------------------------------------------------------------


def _uniform(name: str, fan_in: int, fan_out: int) -> dict[str, float]:
    """Xavier's rule: uniform up to √(6 / (in + out)), whose deviation is that over √3."""
    return _told(name, math.sqrt(6 / (fan_in + fan_out)) / math.sqrt(3), 1 / math.sqrt(3), 0.5)


def _normal(name: str, width: int) -> dict[str, float]:
    return _told(name, 1 / math.sqrt(width), math.erf(1 / math.sqrt(2)), 0.5)


def _padded(name: str, width: int, pad: int) -> dict[str, Any]:
    return {f"{name}: rows of zeros": [pad]} | _normal(name, width)


_TIED: dict[str, Any] = (
    _padded("table.weight", 100, 2)
    | _normal("output.weight", 100)  # the same numbers under their other name
    | {"output.bias: largest number": 0.0, "one Parameter serves both": True}
)
_WANTED: dict[str, dict[str, Any]] = {
    "nn.Linear(600, 300)": _uniform("weight", 600, 300) | {"bias: largest number": 0.0},
    "nn.Embedding(1500, 128)": _normal("weight", 128),
    "nn.Embedding(1000, 160, padding_idx=0)": _padded("weight", 160, 0),
    "nn.Embedding(1000, 160, padding_idx=3)": _padded("weight", 160, 3),
    "nn.Linear(300, 500, bias=False), inside two other modules": _uniform("0.0.weight", 300, 500),
    "a table that is the output's matrix too": _TIED,
    "the same, with the output made first": _TIED,
    "a table and an output layer of its shape, not tied": _normal("table.weight", 100)
    | _uniform("output.weight", 100, 1500)
    | {"output.bias: largest number": 0.0},
}


def truth(kind: str, seed: int) -> dict[str, Any]:
    """The two rules, as deviation, shape and sign of what they draw."""
    return _WANTED[kind]


def _truth_alone(kind: str) -> dict[str, bool]:
    names = ("own", "positions", "norm.weight", "norm.bias", "conv.weight", "conv.bias")
    return {f"{name} is as it was": True for name in names}


def _truth_drawn(kind: str, seed: int) -> dict[str, Any]:
    return {
        "the same seed gives the same numbers": True,
        "another seed gives other numbers": True,
        "a second call gives other numbers": True,
        "two layers get the same numbers": False,
        "the Parameters are the same objects": True,
        "all of them are trained": True,
        "number type": "torch.float64",
        "mode": "evaluation",
    }


def trials(inputs: Inputs) -> list[Trial]:
    """One layer of each kind; then what is shared, what is left alone, and how it is drawn."""

    def values(kind: str, criterion: str = "values") -> Trial:
        return Trial(
            kind,
            (kind, inputs.seed),
            probe=first_numbers,
            criterion=criterion,
            tolerance=TOLERANCE,
            shown=("model", ""),
        )

    *kinds, tied, tied_too, untied, others, pair = MODELS
    return [
        *(values(kind) for kind in kinds),
        values(tied, "tied"),
        values(tied_too, "tied"),
        values(untied),
        Trial(
            others,
            (others,),
            probe=left_alone,
            truth=_truth_alone,
            criterion="untouched",
            shown=("model",),
        ),
        Trial(
            pair,
            (pair, inputs.seed),
            probe=drawn,
            truth=_truth_drawn,
            criterion="drawn",
            shown=("model", ""),
        ),
    ]


exercise = Exercise(
    trials,
    call="initialise(model)",
    hints=HINTS,
    truth=truth,
    criteria={
        "tied": "treats a shared tensor as a table, and leaves it shared",
        "untouched": "leaves everything else as it was",
        "drawn": "draws anew in place, from PyTorch's own generator",
    },
    version=2,
)
