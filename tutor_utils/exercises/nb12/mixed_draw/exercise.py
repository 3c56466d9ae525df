"""Draw a batch of new data with a share of old data."""

from __future__ import annotations

import operator
from collections import Counter
from typing import Any

import torch

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from ...drawing import FOLLOWS, ROWS, VALUES, batches, follows, verify_apart

SHOWN = ("new", "old", "count", "share", "")


def drawn(answer: Any, new: list, old: list, count: int, share: float, seed: int) -> Any:
    """Probe: a batch from a seeded generator."""
    return answer(new, old, count, share, torch.Generator().manual_seed(seed))


def small_batches(answer: Any, new: list, old: list, share: float, seed: int) -> list[list]:
    """Small batches of new ones."""
    return batches(lambda own: answer(new, old, ROWS, share, own), seed)


def generators(
    answer: Any, new: list, old: list, count: int, share: float, seed: int
) -> dict[str, str]:
    """Probe: whether the answer follows its generator, and uses no other."""
    found, used = follows(lambda own: answer(new, old, count, share, own), seed, operator.eq)
    return {**found, "PyTorch's own generator": "was used" if used else "was not used"}


WANTED = {**FOLLOWS, "PyTorch's own generator": "was not used"}


def verify_counts(
    value: Any, new: list, old: list, count: int, share: float, *_: Any
) -> Finding | None:
    """The batch has ``count`` items, the right number of them old."""
    if not isinstance(value, list):
        return Finding(
            f"The function gave a {type(value).__name__}; expected a list.",
            "A batch is a list of items of the two lists.",
            "Look at what stands behind `return`.",
        )
    if strange := [one for one in value if one not in new and one not in old]:
        return Finding(
            f"The batch holds {strange[0]!r}, which is in neither list.",
            "The batch is made of the items themselves, not of their places or of lists of them.",
            "Print your batch for a count of 3.",
        )
    if len(value) != count:
        return Finding(
            f"The batch has {len(value)} items; expected count={count}.",
            "The old ones are part of the count: the new ones are what is left of it.",
            "How many new ones do you draw, where `again` of the count are old?",
        )
    wanted, got = round(count * share), sum(one in old for one in value)
    if got != wanted:
        return Finding(
            f"With count={count} and share={share}, {got} items are old ones; expected {wanted}.",
            "The share is of the count: round(count * share) items are old ones.",
            "Print round(count * share), and beside it how many you draw from `old`.",
        )
    return None


def verify_spread(value: Any, new: list, old: list, *more: Any) -> Finding | None:
    """Every item is drawn, about equally often, and draws are independent."""
    found = verify_counts(value, new, old, *more)
    if found:
        return found
    counts = Counter(value)
    for name, items in (("new", new), ("old", old)):
        total = sum(counts[one] for one in items)
        if not total:
            continue
        if missing := [one for one in items if counts[one] * len(items) < total / 4]:
            return Finding(
                f"Of {total} {name} items, {missing[0]!r} came {counts[missing[0]]} times; "
                f"expected about {total // len(items)}.",
                "Each item of a list should be as likely as any other.",
                "Which places of the list can your code draw, and how often does it draw?",
                diagnosis="items-never-drawn",
            )
    return None


def verify_twice(value: Any, new: list, old: list, *more: Any) -> Finding | None:
    """Draws are with replacement: among as many draws as items some repeat."""
    found = verify_counts(value, new, old, *more)
    if found or len(set(value)) < len(value):
        return found
    return Finding(
        f"{len(value)} draws of {len(new)} items, and none came twice.", mistake="no-item-twice"
    )


def items(name: str, count: int) -> list[str]:
    """``count`` distinct strings that begin with ``name``."""
    return [f"{name} {i}" for i in range(count)]


def trials(inputs: Inputs) -> list[Trial]:
    """Counts, then distributions."""
    seed = inputs.seed % 2**31

    def trial(name: str, new: int, old: int, count: int, share: float, **how: Any) -> Trial:
        args = (items("new", new), items("old", old), count, share, seed)
        given: dict[str, Any] = {"verify": verify_counts} | how
        return Trial(name, args, probe=drawn, shown=SHOWN, **given)

    spread: dict[str, Any] = {"verify": verify_spread, "criterion": "spread"}
    return [
        trial("4 items, half of them old", 3, 2, 4, 0.5),
        trial("10 items, a fifth of them old", 7, 5, 10, 0.2),
        trial("5 items, a share of 0.35", 4, 6, 5, 0.35),
        trial("a share of 0", 3, 2, 4, 0.0),
        trial("a share of 1", 3, 4, 6, 1.0),
        trial("more than the lists hold", 2, 1, 9, 0.4),
        trial("600 items of 5 and 6", 5, 6, 600, 0.5, **spread),
        trial("80 of 80 items", 80, 3, 80, 0.0, verify=verify_twice, criterion="spread"),
        Trial(
            "batches of 4 new items",
            (items("new", VALUES), items("old", 2), 0.0, seed),
            probe=small_batches,
            verify=verify_apart,
            criterion="spread",
            shown=("new", "old", "share", ""),
        ),
        Trial(
            "the generator",
            (items("new", 50), items("old", 40), 12, 0.5, seed),
            probe=generators,
            truth=lambda *_: WANTED,
            criterion="generator",
            shown=SHOWN,
        ),
        *(
            refused(
                f"a share of {share}",
                *(items("new", 3), items("old", 3), 4, share, seed),
                mentions=("share", str(share)),
                probe=drawn,
                shown=SHOWN,
            )
            for share in (1.1, -0.1)  # unless refused, all items would be of one kind
        ),
    ]


def small(inputs: Inputs, count: int, quarters: int) -> Trial:
    args = (items("new", 3), items("old", 2), count, quarters / 4, inputs.seed % 2**31)
    return Trial("", args, probe=drawn, verify=verify_counts, shown=SHOWN)


exercise = Exercise(
    trials,
    call="mixed_draw(new, old, count, share, generator)",
    criteria={
        "spread": "draws every item, each by itself",
        "generator": "draws by the generator that it is given",
        "refuses": "refuses a share that is none",
    },
    version=3,
    smallest=SizeGrid({"count": (1, 2, 3, 4), "quarters": (0, 1, 3, 4)}, small),
)
