"""A model without one of its heads."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, SizeGrid, Trial, refused
from ....engine.inputs import Inputs
from ..reader import Reader, hooks
from ..truth import SIZES, TOLERANCE, Sizes, made, read

HINTS = (
    "What goes into `w_o` is (B, L, d_model): the heads side by side. Which features are those of "
    "head 1, where d_k is 16?",
    "`w_o.register_forward_pre_hook(replace)` calls `replace(module, args)` before each call; "
    "what it gives back goes in. `args[0]` is the input. The handle's `.remove()` takes it away.",
    "Write it as a generator under `@contextmanager`: register, then `try: yield`, then "
    "`finally: handle.remove()`.",
    "`x = args[0].clone()`, then `x[..., own] = x[..., own].mean(dim=(0, 1))` or 0, where own is "
    "`slice(head * d_k, (head + 1) * d_k)`. Give back `(x,)`.",
)
SHOWN = (SIZES, "", "rows", "their length", "*layer, head, kind")
Which = tuple[int, int] | tuple[int, int, str]


def drawn(sizes: Sizes, seed: int, rows: int, length: int) -> Tensor:
    """Ids (rows, length)."""
    return Inputs(seed).integers(0, sizes[0], rows, length)


def inside(answer: Any, sizes: Sizes, seed: int, rows: int, length: int, *which: Which) -> Tensor:
    """The logits without these heads."""
    with torch.no_grad():
        ids = drawn(sizes, seed, rows, length)
        return _within(answer, made(sizes, seed), ids, list(which))


def _within(answer: Any, model: Reader, ids: Tensor, which: list[Which]) -> Tensor:
    if not which:
        logits: Tensor = model(ids)
        return logits
    with answer(model, *which[0]):
        return _within(answer, model, ids, which[1:])


def twice(answer: Any, sizes: Sizes, seed: int, rows: int, length: int, which: Which) -> Any:
    """The logits of two batches inside of one `with`."""
    model = made(sizes, seed)
    with torch.no_grad(), answer(model, *which):
        return tuple(model(drawn(sizes, seed + i, rows, length)) for i in range(2))


class Planned(Exception):
    """An error that somebody's code inside of the `with` may raise."""


def after(
    answer: Any, sizes: Sizes, seed: int, rows: int, length: int, which: Which, stop: bool
) -> dict[str, Any]:
    """What is left behind the `with`, also after an error in it."""
    model, ids, came = made(sizes, seed), drawn(sizes, seed, rows, length), False
    with torch.no_grad():
        before = model(ids)
        try:
            with answer(model, *which):
                model(ids)
                if stop:
                    raise Planned
        except Planned:
            came = True
        same = torch.equal(model(ids), before)
    return {
        "the logits afterwards": "as before" if same else "changed",
        "hooks that are left": len(hooks(model)),
        "an error inside": ("comes out" if came else "is swallowed") if stop else "none",
    }


def wanted_after(*args: Any) -> dict[str, Any]:
    """Nothing is left."""
    return {
        "the logits afterwards": "as before",
        "hooks that are left": 0,
        "an error inside": "comes out" if args[-1] else "none",
    }


def truth(sizes: Sizes, seed: int, rows: int, length: int, *which: Which) -> Tensor:
    """The heads replaced one after the other."""
    return _without(sizes, seed, drawn(sizes, seed, rows, length), which)


def truth_twice(sizes: Sizes, seed: int, rows: int, length: int, which: Which) -> Any:
    """Each batch has its own mean."""
    batches = (drawn(sizes, seed + i, rows, length) for i in range(2))
    return tuple(_without(sizes, seed, ids, (which,)) for ids in batches)


def _without(sizes: Sizes, seed: int, ids: Tensor, which: tuple[Which, ...]) -> Tensor:
    def change(layer: int, merged: Tensor) -> Tensor:
        parts = list(merged.chunk(sizes[2], dim=-1))
        for at, head, *kind in which:
            if at == layer:
                own = parts[head]
                mean = torch.stack([feature.mean() for feature in own.flatten(0, 1).T])
                parts[head] = torch.zeros_like(own) + (0 if kind == ["zero"] else mean)
        return torch.cat(parts, dim=-1)

    return read(sizes, seed, ids, change).logits.float()


def trials(inputs: Inputs) -> list[Trial]:
    """Each kind, heads and layers that differ, then what is left behind."""
    seed = inputs.seed % 2**31
    one, two, wide = (5, 4, 1, 1), (7, 8, 4, 2), (9, 12, 3, 3)

    def trial(name: str, sizes: Sizes, rows: int, length: int, *which: Which) -> Trial:
        shown = *SHOWN[:4], *(SHOWN[4] if len(w) == 3 else "*layer, head" for w in which)
        args = (sizes, seed, rows, length, *which)
        return Trial(name, args, probe=inside, tolerance=TOLERANCE, shown=shown)

    def left(name: str, stop: bool, *which: Any) -> Trial:
        how: dict[str, Any] = {"truth": wanted_after, "criterion": "restored"}
        return Trial(
            name, (two, seed, 2, 5, which, stop), probe=after, shown=(*SHOWN, "an error"), **how
        )

    return [
        trial("1 layer, 1 head, zero", one, 1, 2, (0, 0, "zero")),
        trial("1 layer, 1 head, mean", one, 2, 3, (0, 0, "mean")),
        trial("4 heads, zero", two, 2, 5, (0, 1, "zero")),
        trial("4 heads, mean", two, 3, 5, (0, 2, "mean")),
        trial("the last layer, the last head", two, 2, 5, (1, 3, "mean")),
        trial("kind left out", two, 2, 4, (1, 0)),
        trial("3 layers of 3 heads", wide, 2, 6, (1, 2, "zero")),
        trial("1 row", wide, 1, 6, (2, 1, "mean")),
        trial("two heads of two layers", two, 3, 4, (1, 0, "mean"), (0, 2, "mean")),
        Trial(
            "two batches inside of one `with`",
            (wide, seed, 1, 2, (0, 1, "mean")),
            probe=twice,
            truth=truth_twice,
            tolerance=TOLERANCE,
            shown=SHOWN,
        ),
        left("a `with` that has ended", False, 0, 1, "mean"),
        left("a `with` of kind zero that has ended", False, 1, 2, "zero"),
        left("a `with` that an error has ended", True, 1, 1, "mean"),
        left("a `with` of kind zero that an error has ended", True, 0, 3, "zero"),
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
    hints=HINTS,
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
    version=2,
)
