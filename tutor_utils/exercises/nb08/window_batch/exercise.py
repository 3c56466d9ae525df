"""Random windows of a text, as training batches."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ...drawing import ROWS, batches, by_generator, verify_apart

MANY = 4000
DEVIATIONS = 7  # standard errors: a right answer is farther off once in 10**11 draws
SHOWN = ("ids", "batch_size", "length", "")


def drawn(answer: Any, ids: Tensor, batch_size: int, length: int, seed: int) -> Any:
    """Probe: a batch from a seeded generator."""
    return answer(ids, batch_size, length, generator=torch.Generator().manual_seed(seed))


def verify_windows(
    value: Any, ids: Tensor, batch_size: int, length: int, *_: Any
) -> Finding | None:
    """Each row is a window of the text; all ``ids`` differ, so a window has one start."""
    if not (
        isinstance(value, (tuple, list))
        and len(value) == 2
        and all(isinstance(v, Tensor) for v in value)
    ):
        return Finding(
            "The function did not return two tensors.",
            "It gives x and y.",
            "End with `return x, y`.",
        )
    x, y = value
    wanted = (batch_size, length)
    if x.shape == wanted and y.shape == (batch_size, length - 1) and (x[:, -1] == ids[-1]).all():
        return Finding(
            f"y has the shape {tuple(y.shape)}; x has {wanted}.",
            "You drew a start after which the text ends: its last token has no next one.",
            "Which is the last start that leaves `length` ids, and one more?",
            diagnosis="start-without-a-next-token",
        )
    for name, part in (("x", x), ("y", y)):
        if part.dtype != torch.int64:
            return Finding(
                f"{name} is {part.dtype}; expected a tensor of ids, torch.int64.",
                "The ids of the text are int64, and a window is a piece of it.",
                "Which line changes the type? Take the windows out of `ids` itself.",
            )
        if part.shape != wanted:
            return Finding(
                f"{name} has the shape {tuple(part.shape)}; expected (B, L) = {wanted}.",
                "Each of the `batch_size` rows is a window of `length` ids, in x and in y.",
                "How many starts do you draw, and how many ids do you read from each?",
                diagnosis="shape-of-a-window",
            )
    order = ids.tolist()
    for row, labels in zip(x.tolist(), y.tolist(), strict=True):
        start = order.index(row[0]) if row[0] in order else len(order)
        if row != order[start : start + length]:
            return Finding(
                f"A row of x is {row[:6]}, which is no piece of the text.",
                "A window is a piece of the text: neighbours stay neighbours.",
                "One start for each row, and `start + torch.arange(length)`.",
                diagnosis="no-piece-of-the-text",
            )
        if labels == row:
            return Finding(f"x and y have the same row {row[:6]}.", mistake="labels-not-shifted")
        if labels != order[start + 1 : start + 1 + length]:
            saw = f"Where x reads {row[:6]}, y is {labels[:6]}."
            return Finding(saw, mistake="labels-from-elsewhere")
    return None


def starts(answer: Any, ids: Tensor, length: int, seed: int) -> Tensor:
    """Probe: the start of each row of one large batch, (MANY,)."""
    x, _ = drawn(answer, ids, MANY, length, seed)
    return (x[:, :1] == ids).int().argmax(dim=-1)


def small_batches(answer: Any, ids: Tensor, length: int, seed: int) -> list[list[int]]:
    """Which ids the rows of small batches begin with."""
    return batches(lambda own: answer(ids, ROWS, length, generator=own)[0][:, 0].tolist(), seed)


def verify_starts(value: Tensor, ids: Tensor, length: int, seed: int) -> Finding | None:
    """Rows are independent, and every start from 0 to len(ids) - length - 1 is equally likely."""
    last = len(ids) - length - 1
    mean = MANY / (last + 1)
    far = DEVIATIONS * math.sqrt(mean * last / (last + 1))
    counts = value.bincount(minlength=len(ids)).tolist()
    for at, count in enumerate(counts):
        if abs(count - mean) > far if at <= last else count:
            expected = (
                f"about {mean:.0f}" if at <= last else "none: its labels would leave the text"
            )
            return Finding(
                f"Of {MANY} rows, {count} begin at place {at}; expected {expected}.",
                "Each row has a start of its own, and every start from 0 to len(ids) - length - 1 "
                "is equally likely.",
                "Count how often your code draws each start. `torch.randint(n, (batch_size,))` "
                "draws as many numbers, each from 0 to n - 1.",
                diagnosis="starts-not-even",
            )
    return None


def windows(name: str, ids: Tensor, batch_size: int, length: int, seed: int) -> Trial:
    """The trial of ``verify_windows``."""
    return Trial(
        name, (ids, batch_size, length, seed), probe=drawn, verify=verify_windows, shown=SHOWN
    )


def trials(inputs: Inputs) -> list[Trial]:
    """All ids differ, so that each window has one start."""
    seed = inputs.seed % 2**31
    few, some = inputs.permutation(6), inputs.permutation(40)  # 0 is an ordinary id

    def even(name: str, ids: Tensor, length: int) -> Trial:
        args, names = (ids, length, seed), ("ids", "length", "")
        return Trial(name, args, {}, starts, None, None, verify_starts, "even", shown=names)

    return [
        windows("6 ids, 1 window of 2", few, 1, 2, seed),
        windows("40 ids, 5 windows of 8", some, 5, 8, seed),
        windows("windows of one id", some, 3, 1, seed),
        even("many windows", few, 2),
        even("many windows, one start", few, 5),
        replace(windows("the longest window", few, 4, 5, seed), criterion="even"),
        Trial(
            "batches of 4 rows",
            (few, 1, seed),
            probe=small_batches,
            verify=verify_apart,
            criterion="even",
            shown=("ids", "length", ""),
        ),
        by_generator((some, 20, 4, seed), ("ids", "", "", "")),
    ]


def small(inputs: Inputs, N: int, B: int, L: int) -> Trial | None:
    return windows("", inputs.permutation(N), B, L, inputs.seed % 2**31) if N > L else None


exercise = Exercise(
    trials,
    call="window_batch(ids, batch_size, length, generator)",
    version=4,
    axes=("B L", "B L"),
    criteria={
        "even": "draws every start equally often, for each row by itself",
        "generator": "draws from the generator that it is given",
    },
    smallest=SizeGrid({"N": (2, 3, 4), "B": (1, 2), "L": (1, 2, 3)}, small),
)
