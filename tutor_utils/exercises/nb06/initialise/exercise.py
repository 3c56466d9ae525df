"""Initialise the parameters of every layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

import torch
from torch import nn

from ....engine.exercise import Exercise, Inputs, Trial
from ....engine.run import guard

START = 0.75  # every parameter before the call; no rule gives this number
# For statistics of at least 150,000 numbers: seven times their standard error, and a tenth of the
# difference between a uniform and a normal distribution.
TOLERANCE = (0.015, 1e-4)


class Tied(nn.Module):
    """An embedding table shared with the output layer."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.output = nn.Embedding(1500, 100, padding_idx=2), nn.Linear(100, 1500)
        self.output.weight = self.table.weight
        self.inner = nn.Linear(300, 500)  # of another shape than the table


class Others(nn.Module):
    """Parameters that must stay unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(40)
        self.conv = nn.Conv1d(30, 40, 1)
        self.own = nn.Parameter(torch.empty(40, 50))


MODELS: dict[str, Callable[[], nn.Module]] = {
    "nn.Linear(600, 300)": lambda: nn.Linear(600, 300),
    "nn.Embedding(1500, 128)": lambda: nn.Embedding(1500, 128),
    "nn.Embedding(1000, 160, padding_idx=0)": lambda: nn.Embedding(1000, 160, padding_idx=0),
    "nn.Embedding(1000, 160, padding_idx=3)": lambda: nn.Embedding(1000, 160, padding_idx=3),
    "nn.Linear(300, 500, bias=False), inside two other modules": lambda: nn.Sequential(
        nn.Sequential(nn.Linear(300, 500, bias=False))
    ),
    "a table that is the output's matrix too": Tied,
    "a LayerNorm, a Conv1d and a Parameter": Others,
}


def model_of(kind: str) -> nn.Module:
    """A model of ``MODELS`` with all parameters at START."""
    model = MODELS[kind]()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(START)
    return model


def parameters_of(model: nn.Module) -> Iterator[tuple[str, nn.Parameter, nn.Module]]:
    """(name, parameter, its module); a shared parameter comes under both names."""
    for name, parameter in model.named_parameters(remove_duplicate=False):
        yield name, parameter, model.get_submodule(name.rpartition(".")[0])


def first_numbers(answer: Any, kind: str, seed: int) -> dict[str, Any]:
    """Probe: the parameters after the call."""
    model = model_of(kind)
    guard.seed(seed)
    answer(model)
    found: dict[str, Any] = {name: p.detach() for name, p, _ in parameters_of(model)}
    if isinstance(model, Tied):
        found["shared"] = model.output.weight is model.table.weight
    return found


def drawn_alike(answer: Any, seed: int) -> list[str]:
    """Probe: the pairs of layers, all with as many numbers, that begin with the same ones."""
    kinds = (nn.Linear, nn.Embedding)
    layers = [kind(*size) for kind in kinds for size in ((8, 6), (8, 6), (6, 8))]
    model = nn.ModuleList(layers)
    guard.seed(seed)
    answer(model)
    return [
        f"{one} and {other}"
        for one, other in combinations(layers, 2)
        if type(one) is type(other) and torch.equal(one.weight.flatten(), other.weight.flatten())
    ]


# --- judge ---------------------------------------------------------------------------------------


def statistics(
    name: str, deviation: float, within: float, above: float, zero_rows: list[int]
) -> dict[str, Any]:
    """Size and shape of a distribution by its statistics, and which rows are zero, by name."""
    return {
        f"{name}: deviation": deviation,
        f"{name}: share within one deviation": within,
        f"{name}: share above 0": above,
        f"{name}: rows of zeros": zero_rows,
    }


def count(value: Mapping[str, Any], _: Any, kind: str, seed: int) -> dict[str, Any]:
    """The parameters as ``statistics``, a few numbers for each."""
    model = MODELS[kind]()
    found: dict[str, Any] = {}
    for name, parameter, owner in parameters_of(model):
        numbers = value[name].view(parameter.shape)
        if not isinstance(owner, nn.Linear | nn.Embedding):
            found[f"{name} is as it was"] = bool((numbers == START).all())
        elif numbers.dim() == 1:
            found[f"{name}: largest number"] = numbers.abs().max().item()
        else:
            zeros = (numbers == 0).all(1)
            drawn = numbers[~zeros] if zeros.sum() < len(zeros) else numbers
            spread = drawn.std()
            within, above = (drawn.abs() <= spread).float(), (drawn > 0).float()
            shares = within.mean().item(), above.mean().item()
            found |= statistics(name, spread.item(), *shares, zeros.nonzero().flatten().tolist())
    if "shared" in value:
        found["one Parameter serves both"] = value["shared"]
    return found


def truth(kind: str, seed: int) -> dict[str, Any]:
    """The expected statistics of the two rules."""
    model = MODELS[kind]()
    tables = {id(m.weight): m for m in model.modules() if isinstance(m, nn.Embedding)}
    wanted: dict[str, Any] = {}
    for name, parameter, owner in parameters_of(model):
        table = tables.get(id(parameter))
        if table:  # normal numbers
            pads = [] if table.padding_idx is None else [table.padding_idx]
            width = table.embedding_dim
            wanted |= statistics(name, width**-0.5, math.erf(0.5**0.5), 0.5, pads)
        elif not isinstance(owner, nn.Linear):
            wanted[f"{name} is as it was"] = True
        elif name.endswith("bias"):
            wanted[f"{name}: largest number"] = 0.0
        else:  # uniform numbers up to √(6 / (in + out)): their deviation is that over √3
            deviation = math.sqrt(2 / (owner.in_features + owner.out_features))
            wanted |= statistics(name, deviation, 1 / math.sqrt(3), 0.5, [])
    if isinstance(model, Tied):
        wanted["one Parameter serves both"] = True
    return wanted


def trials(inputs: Inputs) -> list[Trial]:
    """One layer of each kind; then shared parameters, and layers that stay unchanged."""
    *kinds, tied, others = MODELS
    criteria = dict.fromkeys(kinds, "values") | {tied: "tied", others: "untouched"}
    apart = Trial(
        "layers of one size",
        (inputs.seed,),
        probe=drawn_alike,
        truth=lambda seed: [],
        criterion="apart",
        shown=("",),
    )
    return [
        *(
            Trial(
                kind,
                (kind, inputs.seed),
                probe=first_numbers,
                count=count,
                criterion=criterion,
                tolerance=TOLERANCE,
                shown=("model", ""),
            )
            for kind, criterion in criteria.items()
        ),
        apart,
    ]


exercise = Exercise(
    trials,
    call="initialise(model)",
    truth=truth,
    criteria={
        "apart": "draws each layer by itself",
        "tied": "treats a shared tensor as a table, and leaves it shared",
        "untouched": "leaves everything else as it was",
    },
    version=4,
)
