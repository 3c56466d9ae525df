"""Warm up, then decay."""

from __future__ import annotations

import math

from ....engine.exercise import Exercise, Inputs, Trial, refused


def truth(step: int, d_model: int, warmup: int) -> float:
    """The formula by cases: the step decides which curve counts, not the smaller value."""
    rising, falling = step / warmup**1.5, 1 / math.sqrt(step)
    return (rising if step < warmup else falling) / math.sqrt(d_model)


def trials(inputs: Inputs) -> list[Trial]:
    """Both sides of the peak, with step, d_model and warmup all different."""

    step, width, warmup = inputs.integers(5, 60, 3).tolist()
    return [
        Trial("the first step", (1, 16, 4)),
        Trial("step 2, still warming up", (2, 16, 4)),
        Trial("the peak", (4, 16, 4)),
        Trial("step 9, falling", (9, 16, 4)),
        Trial("step 3 of 10 to warm up, 36 features", (3, 36, 10)),
        Trial("drawn numbers", (step, width, warmup)),
        Trial("the paper's size", (4000, 512, 4000)),
        *(Trial(f"step {n}", (n, 512, 4000), tolerance=(1e-4, 0.0)) for n in (1, 2)),
        Trial("late", (100_000, 512, 4000)),
        refused("step 0", 0, 512, 4000, mentions=("step", "0")),
        refused("step -3", -3, 512, 4000, mentions=("step", "-3")),
    ]


exercise = Exercise(
    trials,
    call="noam_rate(step, d_model, warmup)",
    version=2,
    truth=truth,
    criteria={"refuses": "refuses a step below 1 with a clear error"},
)
