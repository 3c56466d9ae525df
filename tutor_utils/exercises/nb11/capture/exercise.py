"""Record the output of every part of a model."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ..reader import QUIET, make, side_effects
from ..reference import ReferencePass

Sizes = tuple[int, ...]  # seed, vocab_size, d_model, num_heads; a number of layers
Given = tuple[Tensor, ...]


def captured(answer: Any, sizes: Sizes, inputs: Given) -> Any:
    """Probe: name -> output of each part, without the model itself and without entries of None."""
    found = answer(make(sizes).to(inputs[0].device), *inputs)
    if not isinstance(found, dict):
        return found
    return {name: x for name, x in found.items() if name and x is not None}


def treat(answer: Any, sizes: Sizes, inputs: Given, good: Given, mode: str) -> dict[str, Any]:
    """Probe: ``side_effects`` of the answer. ``good``: inputs that the model accepts."""
    model = make(sizes, mode)
    return side_effects(model, good, lambda: answer(model, *inputs))


def verify(value: Any, sizes: Sizes, inputs: Given) -> Finding | None:
    """Every part that ran has an entry with its output."""
    reference = ReferencePass()
    reference.run(sizes, inputs)
    if not isinstance(value, dict):
        return Finding(
            f"Your code returned a {type(value).__name__}; expected a dict.",
            "Each part that ran has its name there, and with it what the part gave.",
            "Let each hook store its output in one dict, and return that.",
        )
    missing = [name for name in reference.outputs if name not in value]
    if value and len(missing) == len(reference.outputs):
        names = ", ".join(map(repr, list(value)[:3]))
        return Finding(
            f"No key of your dict is the name of a part. It begins with {names}.",
            mistake="keys-are-no-names",
        )
    if missing:
        names = ", ".join(map(repr, missing[:3])) + (", ..." if missing[3:] else "")
        return Finding(
            f"{len(missing)} of {len(reference.outputs)} parts are missing: {names}.",
            "Every part that runs has an entry, one that stands in another or gives a tuple, too.",
            "Which parts get a hook, and for which outputs does your hook store nothing?",
        )
    for name, wanted in reference.outputs.items():
        got, shape = value[name], tuple(wanted.shape)
        if not isinstance(got, Tensor) or got.shape != shape:
            what = (
                f"the shape {tuple(got.shape)}" if isinstance(got, Tensor) else type(got).__name__
            )
            return Finding(
                f"{name!r} holds {what}; expected a tensor of shape {shape}.",
                "What is kept of a part is its output, and of a tuple the first: of attention that "
                "is the output, and the weights come after it.",
                "What does your hook take from `output`, and is `output` the hook's own argument?",
            )
        if not torch.allclose(got, wanted, rtol=1e-4, atol=1e-5):
            return Finding(
                f"{name!r} does not hold what this part gave.",
                "The numbers are of another part or another moment, or were changed afterwards.",
                "Which name does each hook store under when it runs, and does anything write there "
                "later? A hook that is made in a loop needs the name as an argument.",
                pair=(wanted, got),
            )
    return None


def trials(inputs: Inputs) -> list[Trial]:
    """Models with one input and with two; then side effects."""
    one: Sizes = (inputs.seed, 7, 4, 2, 1)
    two: Sizes = (inputs.seed, 6, 6, 3, 2)
    pair: Sizes = (inputs.seed, 5, 4, 2)
    ids, more = (inputs.integers(0, 7, 2, 3),), (inputs.integers(0, 6, 3, 5),)
    both = (inputs.integers(0, 5, 2, 4), inputs.integers(0, 5, 2, 3))
    long = (inputs.integers(0, 7, 1, 700),)

    def values(name: str, sizes: Sizes, given: Given, shown: str) -> Trial:
        return Trial(name, (sizes, given), probe=captured, verify=verify, shown=("", shown))

    def quiet(name: str, sizes: Sizes, given: Given, good: Given, mode: str) -> Trial:
        return Trial(
            name,
            (sizes, given, good, mode),
            probe=treat,
            shown=("", "*ids", "", "its mode"),
            **QUIET,
        )

    return [
        values("1 layer", one, ids, "*ids"),
        values("2 layers", two, more, "*ids"),
        values("a model of two inputs", pair, both, "*src, tgt"),
        quiet("a model in training mode", two, more, more, "training"),
        quiet("a model in eval mode", two, more, more, "eval"),
        quiet("an error of the model (a text that is too long)", one, long, ids, "eval"),
    ]


def small(inputs: Inputs, B: int, L: int) -> Trial:
    args = ((inputs.seed, 3, 2, 1, 1), (inputs.integers(0, 3, B, L),))
    return Trial("", args, probe=captured, verify=verify, shown=("", "*ids"))


exercise = Exercise(
    trials,
    call="capture(model, *inputs)",
    criteria={"quiet": "leaves the model as it was"},
    version=2,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3)}, small),
)
