"""Trials for answers that draw random numbers: whose generator, and each row by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from ..engine.exercise import Finding, Trial
from ..engine.values import snapshot

BATCHES = 60
ROWS, VALUES = 4, 5  # of one batch; that a row can have, each as likely


def batches(draw: Callable[[torch.Generator], list[Any]], seed: int) -> list[list[Any]]:
    """What the ROWS rows of many batches are, each batch from a generator of its own."""
    return [draw(torch.Generator().manual_seed(seed + i)) for i in range(BATCHES)]


def verify_apart(value: list[list[Any]], *_: Any) -> Finding | None:
    """Any two rows take most pairs of values: one that follows from the other takes few.

    Of 25 pairs so few come once in 10**12 times, where each row is drawn by itself.
    """
    for i, j in combinations(range(ROWS), 2):
        pairs = {(rows[i], rows[j]) for rows in value}
        if len(pairs) <= VALUES**2 // 2:
            return Finding(
                f"In {BATCHES} batches of {ROWS}, rows {i} and {j} took {len(pairs)} pairs of "
                f"values; {VALUES**2} are possible, each as likely as the others.",
                "What is drawn for one row says what another row gets.",
                "Draw as many numbers as there are rows, not one for the batch.",
                diagnosis="rows-not-apart",
            )
    if all(len(set(rows)) == ROWS for rows in value):
        return Finding(
            f"In {BATCHES} batches of {ROWS}, no value came twice.",
            "With each row drawn by itself, two rows are the same now and then.",
            "`torch.randint` draws each number by itself; `torch.randperm` gives none twice.",
            diagnosis="none-twice",
        )
    return None


def drawn_together(dropped: Tensor, axes: str) -> list[str]:
    """The axes along which two slices are alike, as where one draw serves several numbers.

    With 64 numbers in a slice and a rate of 1/4, two are alike by chance once in 10**13 times.
    """
    return [
        name
        for i, name in enumerate(axes.split())
        if len(dropped.transpose(0, i).flatten(1).unique(dim=0)) < dropped.shape[i]
    ]


def verify_each(dropped: Tensor, axes: str) -> Finding | None:
    """Each number is dropped by itself."""
    if not (together := drawn_together(dropped, axes)):
        return None
    saw = f"In training mode two slices along {together[0]} drop the same numbers."
    return Finding(saw, mistake="dropout-together")


def follows(
    draw: Callable[[torch.Generator], Any], seed: int, same: Callable[[Any, Any], bool]
) -> tuple[dict[str, str], bool]:
    """Whether ``draw`` follows its generator, in words, and whether it used PyTorch's own, too."""
    before, one = torch.get_rng_state(), torch.Generator().manual_seed(seed)
    given = (one, one, *(torch.Generator().manual_seed(s) for s in (seed, seed + 1)))
    first, later, again, other = map(draw, given)
    pairs = {
        "the same seed twice": again,
        "another seed": other,
        "one generator, called twice": later,
    }
    found = {k: "the same" if same(first, v) else "another draw" for k, v in pairs.items()}
    return found, not torch.equal(torch.get_rng_state(), before)


def generator_use(draw: Callable[..., Tensor], seed: int) -> dict[str, str]:
    """Whether ``draw`` follows its ``generator=``, and which generator it uses, in words."""
    found, used = follows(lambda own: snapshot(draw(generator=own)), seed, torch.equal)
    before = torch.get_rng_state()
    draw()
    own = used or not torch.equal(torch.get_rng_state(), before)
    return {
        **found,
        "PyTorch's generator, where one is given": "was used" if used else "was not used",
        "PyTorch's generator, where none is given": "was used" if own else "was not used",
    }


def generators(answer: Any, *args: Any) -> dict[str, str]:
    """Probe: ``generator_use`` of an answer, or of its first result. The last argument: a seed."""
    *given, seed = args

    def draw(**how: Any) -> Tensor:
        out = answer(*given, **how)
        return out[0] if isinstance(out, (tuple, list)) else out

    return generator_use(draw, seed)


FOLLOWS = {
    "the same seed twice": "the same",
    "another seed": "another draw",
    "one generator, called twice": "another draw",
}
WANTED = {
    **FOLLOWS,
    "PyTorch's generator, where one is given": "was not used",
    "PyTorch's generator, where none is given": "was used",
}


def by_generator(
    args: tuple[Any, ...], shown: tuple[str, ...], name: str = "the generator"
) -> Trial:
    """The trial: equal seeds give equal numbers, and PyTorch's own generator stays untouched."""
    return Trial(
        name,
        args,
        probe=generators,
        truth=lambda *_: WANTED,
        criterion="generator",
        shown=shown,
    )
