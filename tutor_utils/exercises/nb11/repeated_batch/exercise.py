"""Random sequences that repeat a segment."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ...drawing import by_generator

SHOWN = ("batch_size", "period", "repeats", "vocab_size", "")


def drawn(
    answer: Any, batch_size: int, period: int, repeats: int, vocab_size: int, seed: int
) -> Any:
    """Probe: a batch from a seeded generator."""
    generator = torch.Generator().manual_seed(seed)
    return answer(batch_size, period, repeats, vocab_size, generator=generator)


def verify_form(
    value: Any, batch_size: int, period: int, repeats: int, vocab_size: int, *_: Any
) -> Finding | None:
    """Each row is a segment and its repeats, of allowed ids."""
    if not isinstance(value, Tensor) or value.dtype != torch.int64:
        what = value.dtype if isinstance(value, Tensor) else type(value).__name__
        return Finding(
            f"The function gave {what}; expected a tensor of ids, torch.int64.",
            "Ids choose rows of a table, so they are whole numbers.",
            "`torch.randint` gives them so. Which line makes something else of it?",
        )
    wanted = (batch_size, period * repeats)
    if tuple(value.shape) != wanted:
        miscounted = value.shape in [(batch_size, period * (repeats + n)) for n in (-1, 1)]
        return Finding(
            f"ids has the shape {tuple(value.shape)}; expected {wanted}: batch_size={batch_size} "
            f"rows of period={period}, said repeats={repeats} times.",
            "A row holds period * repeats ids, one after the other.",
            "Write down a row for period=3 and repeats=2.",
            mistake="repeats-miscounted" if miscounted else None,
        )
    rows = value.view(batch_size, repeats, period)
    if not bool((rows == rows[:, :1]).all()):
        row = value[(rows != rows[:, :1]).flatten(1).any(1)][0].tolist()
        return Finding(
            f"A row is {row[:12]}; its period should be {period}.",
            f"Id t + {period} of a row should be id t.",
            "Print a row, cut into pieces of `period`. Are they all the same?",
        )
    low, high = int(value.min()), int(value.max())
    if low < 1 or high >= vocab_size:
        return Finding(
            f"With vocab_size={vocab_size} the ids go from {low} to {high}; expected 1 to "
            f"{vocab_size - 1}.",
            "0 is the pad, and the last id is vocab_size - 1.",
            "Which ids can your code draw? The upper end of `torch.randint` is not drawn.",
            diagnosis="ids-out-of-range",
        )
    return None


def verify_spread(
    value: Any, batch_size: int, period: int, repeats: int, vocab_size: int, *more: Any
) -> Finding | None:
    """Every id occurs at every position of a segment, and rows are independent."""
    found = verify_form(value, batch_size, period, repeats, vocab_size, *more)
    if found:
        return found
    segments = value[:, :period]
    if bool((segments == segments[:1]).all()):
        return Finding(
            f"All {batch_size} rows are alike: {segments[0].tolist()[:8]}.", mistake="rows-alike"
        )
    if period > 1 and all(len(set(row)) == period for row in segments.tolist()):
        return Finding(f"In {batch_size} segments no id came twice.", mistake="no-id-twice")
    wanted = set(range(1, vocab_size))
    for place in range(period):
        if missing := sorted(wanted - set(segments[:, place].tolist())):
            return Finding(
                f"In {batch_size} rows, place {place} never held the ids {missing[:5]}.",
                f"Every id from 1 to {vocab_size - 1} should be possible at every place.",
                "Which ids can your code draw? Look at both ends of `randint`.",
                diagnosis="ids-never-drawn",
            )
    return None


def trials(inputs: Inputs) -> list[Trial]:
    """Small batches for the form, large ones for the distribution."""
    seed = inputs.seed % 2**31

    def form(name: str, *sizes: int) -> Trial:
        return Trial(name, (*sizes, seed), probe=drawn, verify=verify_form, shown=SHOWN)

    def spread(name: str, *sizes: int) -> Trial:
        how: dict[str, Any] = {"verify": verify_spread, "criterion": "spread", "shown": SHOWN}
        return Trial(name, (*sizes, seed), probe=drawn, **how)

    return [
        form("1 row, 2 ids, said twice", 1, 2, 2, 9),
        form("3 rows, 4 ids, said three times", 3, 4, 3, 7),
        form("said once", 2, 5, 1, 8),
        form("a segment of one id", 4, 1, 6, 5),
        spread("400 rows of 3 ids", 400, 3, 2, 6),
        spread("400 rows, long segments", 400, 9, 2, 8),
        by_generator((8, 6, 2, 11, seed), SHOWN),
    ]


def small(inputs: Inputs, B: int, period: int, repeats: int) -> Trial:
    args = (B, period, repeats, 4, inputs.seed % 2**31)
    return Trial("", args, probe=drawn, verify=verify_form, shown=SHOWN)


exercise = Exercise(
    trials,
    call="repeated_batch(batch_size, period, repeats, vocab_size, generator)",
    axes=("B L",),
    criteria={
        "spread": "draws every id from 1 on, for each row by itself",
        "generator": "draws from the generator that it is given",
    },
    version=2,
    smallest=SizeGrid({"B": (1, 2), "period": (1, 2, 3), "repeats": (1, 2, 3)}, small),
)
