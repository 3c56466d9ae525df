"""The perplexity of a model on a text."""

from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...speaking import NO_GRAD, Sizes, logits_after, make, side_effects


def measure(answer: Any, sizes: Sizes, ids: Tensor, length: int, mode: str = "eval") -> Any:
    """Probe: the perplexity of a ``Speaker`` of these sizes."""
    return answer(make(sizes, mode), ids, length)


def probe_effects(answer: Any, sizes: Sizes, ids: Tensor, length: int, mode: str) -> dict[str, str]:
    """Probe: ``side_effects`` of the answer."""
    model = make(sizes, mode)
    return side_effects(model, lambda: answer(model, ids, length))


def truth(sizes: Sizes, ids: Tensor, length: int, mode: str = "eval") -> float:
    """Token by token: the log-probability of each id after those of its window."""
    model, tokens, total = make(sizes), ids.tolist(), 0.0
    for place in range(len(tokens) - 1):
        start = place // length * length
        logits = logits_after(model, tokens[start : place + 1]).double()
        total -= (logits[tokens[place + 1]] - logits.logsumexp(-1)).item()
    return math.exp(total / (len(tokens) - 1))


def trials(inputs: Inputs) -> list[Trial]:
    """Windows of full length, a shorter last one, and one of a single token."""
    sizes: Sizes = (inputs.seed, 5, 40)
    shown = ("", "ids", "length", "its mode")

    def trial(name: str, many: int, length: int, *mode: str, **how: Any) -> Trial:
        ids = inputs.integers(0, 5, many)
        return Trial(name, (sizes, ids, length, *mode), **{"probe": measure, "shown": shown, **how})

    far: Sizes = (inputs.seed, 5, 40, 45.0)  # some probabilities underflow in float32, some are 1
    return [
        trial("2 ids", 2, 3),
        trial("windows of 3, all full", 7, 3),
        trial("windows of 4, the last one shorter", 11, 4),
        trial("a last window of one token", 10, 4),
        trial("a window longer than the text", 9, 33),
        trial("a model in training mode", 11, 4, "training"),
        Trial(
            "logits that are far apart",
            (far, inputs.integers(0, 5, 60), 24),
            probe=measure,
            shown=shown,
        ),
        trial(
            "a model that came in training mode", 9, 4, "training", probe=probe_effects, **NO_GRAD
        ),
        trial("a model that came in eval mode", 9, 4, "eval", probe=probe_effects, **NO_GRAD),
    ]


def small(inputs: Inputs, count: int, length: int) -> Trial:
    args = ((inputs.seed, 3, 9), inputs.integers(0, 3, count), length)
    return Trial("", args, probe=measure, shown=("", "ids", "length"))


exercise = Exercise(
    trials,
    call="perplexity(model, ids, length)",
    truth=truth,
    criteria={"quiet": "runs without gradients, and gives the model its mode back"},
    version=4,
    smallest=SizeGrid({"count": (2, 3, 4, 5), "length": (1, 2, 3)}, small),
)
