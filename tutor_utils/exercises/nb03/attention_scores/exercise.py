"""Compare every query with every key."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, Trial, whole_numbers
from ...formulas import scores


def trials(inputs: Inputs) -> list[Trial]:
    """Without a batch, with one, and with heads; all sizes differ."""
    integers = inputs.integers_as_float
    return [
        Trial("2 queries, 2 keys, 4 features", (integers(2, 4), integers(2, 4))),
        Trial("3 queries, 5 keys", (inputs.normal(3, 6), inputs.normal(5, 6))),
        Trial("as many keys as features", (inputs.normal(3, 4), inputs.normal(4, 4))),
        Trial("a batch, 2 heads", (inputs.normal(3, 2, 4, 7), inputs.normal(3, 2, 5, 7))),
    ]


exercise = Exercise(
    trials,
    call="attention_scores(q, k)",
    truth=scores,
    axes=("L_q L_k",),
    version=3,
    smallest=whole_numbers(
        {"L_q": (1, 2), "L_k": (1, 2, 3), "d_k": (1, 2, 4), "h": (1, 2)},
        *("h L_q d_k", "h L_k d_k"),
    ),
)
