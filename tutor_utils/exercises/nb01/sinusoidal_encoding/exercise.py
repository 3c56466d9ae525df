"""The sinusoidal position encoding (paper, section 3.5)."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ..sinusoid import sinusoid

CLOSE = (1e-3, 1e-4)  # computing in float32 throughout is accurate enough


def trials(inputs: Inputs) -> list[Trial]:
    """Small sizes, then larger ones; one is random."""
    length, half = inputs.integers(8, 30, 2).tolist()
    return [
        Trial("3 positions, 4 features", (3, 4), tolerance=CLOSE),
        Trial("7 positions, 6 features", (7, 6), tolerance=CLOSE),
        Trial(f"{length} positions, {2 * half} features", (length, 2 * half), tolerance=CLOSE),
        Trial("as many positions, 2 features more", (length, 2 * half + 2), tolerance=CLOSE),
        Trial("2 positions, 1,030 features", (2, 1030), tolerance=CLOSE),
        refused("5 features", 4, 5, mentions=("d_model", "5")),
    ]


exercise = Exercise(
    trials,
    call="sinusoidal_encoding(length, d_model)",
    truth=sinusoid,
    axes=("length d_model",),
    criteria={"refuses": "refuses an odd d_model"},
    version=2,
    smallest=SizeGrid(
        {"length": (1, 2, 3), "d_model": (2, 4, 6)},
        lambda inputs, length, d_model: Trial("", (length, d_model)),
    ),
)
