"""Run a model without one of its heads."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ..reader import GOOD, make, side_effects
from ..reference import SIZES, TOLERANCE, ReferencePass

SHOWN = (SIZES, "", "rows", "their length", "*layer, head, kind")
Sizes = tuple[int, int, int, int]
Which = tuple[int, int] | tuple[int, int, str]


def drawn(sizes: Sizes, seed: int, rows: int, length: int) -> Tensor:
    """Ids (rows, length)."""
    return Inputs(seed).integers(0, sizes[0], rows, length)


def inside(answer: Any, sizes: Sizes, seed: int, rows: int, length: int, which: Which) -> Any:
    """Probe: the logits inside the ``with``."""
    model = make((seed, *sizes))
    with torch.no_grad(), answer(model, *which):
        return model(drawn(sizes, seed, rows, length))


class Planned(Exception):
    """An error raised on purpose inside the ``with``."""


def after(
    answer: Any, sizes: Sizes, seed: int, rows: int, length: int, which: Which, stop: bool
) -> dict[str, Any]:
    """Probe: ``side_effects`` after the ``with``, also after an error in it."""
    model, ids, came = make((seed, *sizes)), drawn(sizes, seed, rows, length), not stop

    def run() -> None:
        nonlocal came
        try:
            with answer(model, *which):
                model(ids)
                if stop:
                    raise Planned
        except Planned:
            came = True

    left = side_effects(model, (ids,), run)
    return left | {"an error inside": "comes out" if came else "is swallowed"}


def truth(sizes: Sizes, seed: int, rows: int, length: int, which: Which) -> Tensor:
    """The logits with the head's output replaced, feature by feature."""
    layer, head, *kind = which

    def change(number: int, merged: Tensor) -> Tensor:
        parts = list(merged.chunk(sizes[2], dim=-1))
        if number == layer:
            own = parts[head]
            mean = torch.stack([feature.mean() for feature in own.flatten(0, 1).T])
            parts[head] = torch.zeros_like(own) + (0 if kind == ["zero"] else mean)
        return torch.cat(parts, dim=-1)

    ids = drawn(sizes, seed, rows, length)
    return ReferencePass(change=change).run((seed, *sizes), (ids,))


def trials(inputs: Inputs) -> list[Trial]:
    """Each kind of ablation, other heads and layers; then side effects."""
    seed = inputs.seed % 2**31
    one, two, wide = (5, 4, 1, 1), (7, 8, 4, 2), (9, 12, 3, 3)

    def trial(name: str, sizes: Sizes, rows: int, length: int, *which: Any) -> Trial:
        shown = SHOWN if len(which) == 3 else (*SHOWN[:4], "*layer, head")
        args = (sizes, seed, rows, length, which)
        return Trial(name, args, probe=inside, tolerance=TOLERANCE, shown=shown)

    def left(name: str, stop: bool, *which: Any) -> Trial:
        return Trial(
            name,
            (two, seed, 2, 5, which, stop),
            probe=after,
            truth=lambda *_: GOOD | {"an error inside": "comes out"},
            criterion="restored",
            shown=(*SHOWN, "an error"),
        )

    return [
        trial("1 layer, 1 head, zero", one, 1, 2, 0, 0, "zero"),
        trial("1 layer, 1 head, mean", one, 2, 3, 0, 0, "mean"),
        trial("4 heads, zero", two, 2, 5, 0, 1, "zero"),
        trial("4 heads, mean", two, 3, 5, 0, 2, "mean"),
        trial("the last layer, the last head", two, 2, 5, 1, 3, "mean"),
        trial("kind left out", two, 2, 4, 1, 0),
        trial("3 layers of 3 heads", wide, 2, 6, 1, 2, "zero"),
        trial("1 row", wide, 1, 6, 2, 1, "mean"),
        left("a `with` that has ended", False, 0, 1, "mean"),
        left("a `with` that an error has ended", True, 1, 1, "zero"),
        refused(
            'kind="median"',
            *(two, seed, 1, 3, (0, 1, "median")),
            mentions=("median",),
            probe=inside,
            shown=SHOWN,
        ),
    ]


def small(inputs: Inputs, B: int, L: int, h: int, layer: int, mean: int) -> Trial:
    """A small model of two layers."""
    which = (layer, h - 1, "mean" if mean else "zero")
    args = ((4, 2 * h, h, 2), inputs.seed % 2**31, B, L, which)
    return Trial("", args, probe=inside, tolerance=TOLERANCE, shown=SHOWN)


exercise = Exercise(
    trials,
    call="ablate(model, layer, head, kind)",
    truth=truth,
    axes=("B L V",),
    criteria={
        "restored": "leaves the model as it was, also after an error",
        "refuses": "refuses a kind that it does not know",
    },
    unless={"again": "it gives a `with`, and no numbers"},
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3), "h": (1, 2), "layer": (0, 1), "mean": (0, 1)}, small
    ),
    version=3,
)
