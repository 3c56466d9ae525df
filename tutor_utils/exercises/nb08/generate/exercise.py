"""Generate a text token by token."""

from __future__ import annotations

from typing import Any

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...speaking import GREEDY, NO_GRAD, Sizes, by_chance, probe_effects, probe_text, truth


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that one text is right; then sampling."""
    sizes: Sizes = (inputs.seed, 7, 6)
    shown = ("", "ids", "max_new", "**", "its mode")

    def trial(name: str, rows: int, length: int, max_new: int, *mode: str, **how: Any) -> Trial:
        ids = inputs.integers(0, 7, rows, length)
        args = (sizes, ids, max_new, GREEDY, *mode)
        return Trial(name, args, **{"probe": probe_text, "shown": shown, **how})

    text = inputs.integers(0, 7, 2, 3)
    quiet = {"probe": probe_effects, "shown": ("", "ids", "max_new", "its mode"), **NO_GRAD}
    return [
        trial("1 row, 1 token", 1, 2, 1),
        trial("3 rows, 3 tokens", 3, 2, 3),
        trial("a text that is longer than max_len", 2, 11, 3),
        Trial(
            "66 tokens, beyond max_len",
            ((inputs.seed, 3, 2), inputs.integers(0, 3, 1, 2), 66, GREEDY),
            probe=probe_text,
            shown=shown,
        ),
        trial("a model in training mode", 2, 3, 4, "training"),
        by_chance(sizes, text, inputs.seed),
        Trial("a model that came in training mode", (sizes, text, 5, "training"), **quiet),
        Trial("a model that came in eval mode", (sizes, text, 5, "eval"), **quiet),
    ]


def small(inputs: Inputs, B: int, L: int, max_new: int) -> Trial:
    args = ((inputs.seed, 4, 3), inputs.integers(0, 4, B, L), max_new, GREEDY)
    return Trial("", args, probe=probe_text, shown=("", "ids", "max_new", "**"))


exercise = Exercise(
    trials,
    call="generate(model, ids, max_new, **sampling)",
    truth=truth,
    axes=("B L+max_new",),
    criteria={
        "sampling": "hands the options on to sample_next",
        "quiet": "runs without gradients, and gives the model its mode back",
    },
    version=6,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 4), "max_new": (1, 2)}, small),
)
