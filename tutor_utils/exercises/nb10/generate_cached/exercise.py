"""Generate with a cache: each token is read once."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...speaking import (
    GREEDY,
    NO_GRAD,
    Sizes,
    by_chance,
    ids_read,
    probe_effects,
    probe_ids_read,
    probe_text,
    truth,
    verify_once,
)


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that one text is right; then sampling."""
    sizes: Sizes = (inputs.seed, 7)
    shown = ("", "ids", "max_new", "**", "its mode")

    def trial(name: str, rows: int, length: int, max_new: int, *mode: str) -> Trial:
        ids = inputs.integers(0, 7, rows, length)
        return Trial(name, (sizes, ids, max_new, GREEDY, *mode), probe=probe_text, shown=shown)

    text = inputs.integers(0, 7, 2, 3)
    quiet = {"probe": probe_effects, "shown": ("", "ids", "max_new", "its mode"), **NO_GRAD}
    return [
        trial("1 row, 1 token", 1, 2, 1),
        trial("3 rows, 3 tokens", 3, 2, 3),
        trial("0 tokens", 2, 3, 0),
        trial("a text of one token", 2, 1, 4),
        trial("10 tokens", 2, 4, 10),
        trial("a model in training mode", 2, 3, 4, "training"),
        Trial(
            "5 ids, 6 new ones",
            (sizes, inputs.integers(0, 7, 2, 5), 6),
            probe=probe_ids_read,
            count=ids_read,
            verify=verify_once,
            criterion="once",
            shown=("", "ids", "max_new"),
        ),
        by_chance(sizes, text, inputs.seed),
        Trial("a model that came in training mode", (sizes, text, 5, "training"), **quiet),
        Trial("a model that came in eval mode", (sizes, text, 5, "eval"), **quiet),
    ]


def small(inputs: Inputs, B: int, L: int, max_new: int) -> Trial:
    args = ((inputs.seed, 4), inputs.integers(0, 4, B, L), max_new, GREEDY)
    return Trial("", args, probe=probe_text, shown=("", "ids", "max_new", "**"))


exercise = Exercise(
    trials,
    call="generate_cached(model, ids, max_new, **sampling)",
    truth=truth,
    axes=("B L+max_new",),
    criteria={
        "once": "reads each id once",
        "sampling": "hands the options on to sample_next",
        "quiet": "runs without gradients, and gives the model its mode back",
    },
    version=3,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 4), "max_new": (1, 2)}, small),
)
