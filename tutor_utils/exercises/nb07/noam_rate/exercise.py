"""Warm up, then decay."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ....engine.exercise import Exercise, Trial, refused
from ....engine.inputs import Inputs

HINTS = (
    "Two curves: one rises in a straight line, one falls. Which of them is lower, before and after "
    "warm-up?",
    "rate = d_model^(-1/2) · min(falling, rising). The falling one is step^(-1/2).",
    "The rising one is step · warmup^(-3/2). At step = warmup both are equal.",
)


def truth(step: int, d_model: int, warmup: int) -> float:
    """Which curve counts is decided by the step and not by their values."""
    rising, falling = step / warmup**1.5, 1 / math.sqrt(step)
    return (rising if step < warmup else falling) / math.sqrt(d_model)


def rate(answer: Callable[..., Any], *args: int) -> Any:
    """The rate; a number of NumPy's that is a float counts as one."""
    value = answer(*args)
    return float(value) if isinstance(value, float) else value


def trials(inputs: Inputs) -> list[Trial]:
    """Both sides of the peak, where no two of the numbers agree by chance."""

    def trial(name: str, *args: int) -> Trial:
        return Trial(name, args, probe=rate, shown=("step", "d_model", "warmup"))

    step, width, warmup = inputs.integers(5, 60, 3).tolist()
    return [
        trial("step 1", 1, 16, 4),
        trial("step 2, still warming up", 2, 16, 4),
        trial("the peak", 4, 16, 4),
        trial("step 9, falling", 9, 16, 4),
        trial("step 3 of 10 to warm up, 36 features", 3, 36, 10),
        trial("drawn numbers", step, width, warmup),
        trial("the paper's size", 4000, 512, 4000),
        trial("late", 100_000, 512, 4000),
        trial("early, asked after a late step", 5, 512, 4000),
        refused("step 0", 0, 512, 4000, mentions=("step", "0")),
        refused("step -3", -3, 512, 4000, mentions=("step", "-3")),
    ]


exercise = Exercise(
    trials,
    call="noam_rate(step, d_model, warmup)",
    hints=HINTS,
    version=2,
    truth=truth,
    criteria={"refuses": "refuses a step below 1 with a clear error"},
)
