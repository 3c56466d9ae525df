"""Pieces of the text to train on."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from ... import drawing

HINTS = (
    "A window of 4 ids, and the same window one place further on: how many ids does that take? "
    "Where may the last window start?",
    "Draw one start for each row. Add `torch.arange(length)` to all of them: (B, L) places.",
    "Draw `starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator)`, "
    "take `ids[starts + torch.arange(length)]`, and the same one place on.",
)
MANY = 4000
DEVIATIONS = 7  # a right answer is so far off once in 10**11 draws


def drawn(answer: Any, ids: Tensor, batch_size: int, length: int, seed: int) -> Any:
    """A batch from a generator of its own."""
    return answer(ids, batch_size, length, generator=torch.Generator().manual_seed(seed))


def verify_windows(value: Any, ids: Tensor, batch_size: int, length: int, *_: Any) -> Any:
    """Each row is a piece of the text; ``ids`` are all different, so a piece has one place."""
    if not (isinstance(value, (tuple, list)) and len(value) == 2):
        return Finding(
            "The function should give two tensors, x and y.", "", "End with `return x, y`."
        )
    x, y = value
    shape = (batch_size, length)
    for name, part in (("x", x), ("y", y)):
        if not isinstance(part, Tensor) or part.dtype != torch.int64:
            what = part.dtype if isinstance(part, Tensor) else type(part).__name__
            return Finding(f"{name} is {what}; expected a tensor of ids, torch.int64.")
        at_the_end = part is y and bool((x[:, -1] == ids[-1]).all())
        if at_the_end and tuple(y.shape) == (batch_size, length - 1):
            return Finding(
                f"y has the shape {tuple(y.shape)}; x has {shape}.",
                "You drew a start after which the text ends: its last token has no next one.",
                "Which is the last start that leaves `length` ids, and one more?",
                diagnosis="start-without-a-next-token",
            )
        if tuple(part.shape) != shape:
            return Finding(
                f"{name} has the shape {tuple(part.shape)}; expected (B, L) = {shape}.",
                "Each of the `batch_size` rows is a window of `length` ids, in x and in y.",
                "How many starts do you draw, and how many ids do you read from each?",
                diagnosis="shape-of-a-window",
            )
    order = ids.tolist()
    place = {token: i for i, token in enumerate(order)}
    for row, labels in zip(x.tolist(), y.tolist(), strict=True):
        start = place.get(row[0])
        if start is None or row != order[start : start + length]:
            return Finding(
                f"A row of x is {row[:6]}, which is no piece of the text.",
                "A window is a piece of the text: neighbours stay neighbours.",
                "One start for each row, and `start + torch.arange(length)`.",
                diagnosis="no-piece-of-the-text",
            )
        if labels == row:
            return Finding(
                f"x and y have the same row {row[:6]}.",
                "The label at each place is the token one place further on.",
                "Read y from the places of x plus 1.",
                diagnosis="labels-not-shifted",
            )
        if labels != order[start + 1 : start + 1 + length]:
            return Finding(
                f"Where x reads {row[:6]}, y is {labels[:6]}.",
                "The label at each place is the token one place further on.",
                "Read y from the places of x plus 1.",
                diagnosis="labels-from-elsewhere",
            )
    return None


def starts(answer: Any, ids: Tensor, length: int, seed: int) -> list[int]:
    """How often each start was drawn, in one batch of many rows."""
    x, _ = drawn(answer, ids, MANY, length, seed)
    return [int((x[:, 0] == token).sum()) for token in ids]


def verify_starts(value: list[int], ids: Tensor, length: int, seed: int) -> Finding | None:
    """Every start from 0 to len(ids) - length - 1 about equally often, and no other."""
    last = len(ids) - length - 1
    mean = MANY / (last + 1)
    far = DEVIATIONS * math.sqrt(mean * last / (last + 1))
    wrong = [i for i, n in enumerate(value) if (n if i > last else abs(n - mean) > far)]
    if not wrong:
        return None
    at = wrong[0]
    return Finding(
        f"Of {MANY} rows, {value[at]} begin at place {at}; expected "
        + (f"about {mean:.0f}." if at <= last else "none: its labels would leave the text."),
        "Every start from 0 to len(ids) - length - 1 should be equally likely.",
        "Count how often your code draws each start. `torch.randint(n, ...)` draws each number "
        "from 0 to n - 1 equally often.",
        diagnosis="starts-not-even",
    )


def generators(answer: Any, ids: Tensor, seed: int) -> dict[str, str]:
    """Who draws."""
    return drawing.who_draws(lambda **given: answer(ids, 20, 4, **given)[0], seed)


def repeats(answer: Any, ids: Tensor, length: int, seed: int) -> bool:
    """Whether a batch ever holds the same window twice: ten batches of as many rows as places."""
    rows = len(ids) - length
    batches = (drawn(answer, ids, rows, length, seed + i)[0] for i in range(10))
    return any(len(set(x[:, 0].tolist())) < rows for x in batches)


def verify_repeats(value: bool, ids: Tensor, length: int, seed: int) -> Finding | None:
    """Rows that are drawn by themselves hit a start twice, almost surely."""
    rows = len(ids) - length
    if value:
        return None
    return Finding(
        f"In 10 batches of {rows} rows, with {rows} starts to draw from, no window came twice.",
        "Each row is drawn by itself: a start that was drawn may come again in the same batch.",
        "Does your code draw each row from all starts, or leave out those that have come?",
    )


def distances(answer: Any, ids: Tensor, length: int, seed: int) -> list[int]:
    """How far behind the first row's start the second one's lies, in 40 batches of two."""
    order = {token: i for i, token in enumerate(ids.tolist())}
    batches = (drawn(answer, ids, 2, length, seed + i)[0][:, 0].tolist() for i in range(40))
    return sorted({order[second] - order[first] for first, second in batches})


def verify_distances(value: list[int], ids: Tensor, length: int, seed: int) -> Finding | None:
    """Two rows that are drawn by themselves lie at many distances."""
    if len(value) > 2:  # two of them: round the end of the text
        return None
    behind = " or ".join(f"by {distance}" for distance in value)
    return Finding(
        f"In 40 batches of 2 rows, the starts of both rows always differ {behind}.",
        "Each row is drawn by itself.",
        "Draw `batch_size` starts, not one.",
    )


def trials(inputs: Inputs) -> list[Trial]:
    """All ids differ, so that each window has one place."""
    seed = inputs.seed % 2**31
    few, some = inputs.permutation(6), inputs.permutation(40)  # every id is a word, 0 too
    shown = ("ids", "batch_size", "length", "")

    def windows(name: str, ids: Tensor, batch_size: int, length: int) -> Trial:
        args = (ids, batch_size, length, seed)
        return Trial(name, args, probe=drawn, verify=verify_windows, shown=shown)

    def even(name: str, ids: Tensor, length: int) -> Trial:
        args, names = (ids, length, seed), ("ids", "length", "")
        return Trial(name, args, {}, starts, None, None, verify_starts, "even", shown=names)

    return [
        windows("6 ids, 1 window of 2", few, 1, 2),
        windows("40 ids, 5 windows of 8", some, 5, 8),
        windows("the longest window", few, 4, 5),
        Trial(
            "40 batches of 2 rows",
            (some, 6, seed),
            probe=distances,
            verify=verify_distances,
            criterion="even",
            shown=("ids", "length", ""),
        ),
        Trial(
            "10 batches with a row for each start",
            (some, 20, seed),
            probe=repeats,
            verify=verify_repeats,
            criterion="even",
            shown=("ids", "length", ""),
        ),
        windows("windows of one id", some, 3, 1),
        windows("ids that are not contiguous", torch.stack([some, some], 1).flatten()[::2], 3, 7),
        even("many windows", few, 2),
        even("many windows, one start", few, 5),
        even("many windows of one id", some[:9], 1),
        Trial(
            "the generator",
            (some, seed),
            probe=generators,
            truth=lambda *_: drawing.WANTED,
            criterion="generator",
            shown=("ids", ""),
        ),
    ]


def small(inputs: Inputs, N: int, B: int, L: int) -> Trial | None:
    """A short text, all of whose ids differ."""
    if N <= L:
        return None
    args = (inputs.permutation(N), B, L, inputs.seed % 2**31)
    shown = ("ids", "batch_size", "length", "")
    return Trial("", args, probe=drawn, verify=verify_windows, shown=shown)


exercise = Exercise(
    trials,
    call="window_batch(ids, batch_size, length, generator)",
    hints=HINTS,
    version=2,
    axes=("B L", "B L"),
    criteria={
        "even": "draws every start equally often",
        "generator": "draws from the generator that it is given",
    },
    smallest=SizeGrid({"N": (2, 3, 4), "B": (1, 2), "L": (1, 2, 3)}, small),
)
