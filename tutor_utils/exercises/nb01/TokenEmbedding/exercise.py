"""Ids to vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from .. import known_table
from ..embedded import embedded, lowered, with_pad

Learner = Callable[..., nn.Module]


def _look_up(answer: Learner, table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id)
    known_table.put(module, table)
    return module(ids)


def truth(table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    return embedded(table, ids)


def _numbers(answer: Learner, V: int, d_model: int, pad_id: int) -> dict[str, int]:
    return known_table.numbers(answer(V, d_model, pad_id))


def _numbers_truth(V: int, d_model: int, pad_id: int) -> dict[str, int]:
    return {"numbers that are trained": V * d_model, "numbers of frozen parameters": 0}


def _trained(answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    module = answer(V, d_model, pad_id)
    return {
        "the pad's vector is zero": not module(torch.tensor([[pad_id]])).any(),
        "how far each id's vector goes down": known_table.step_of_training(module, V, ids),
    }


def _trained_truth(V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    return {
        "the pad's vector is zero": True,
        "how far each id's vector goes down": lowered(V, d_model, pad_id, ids),
    }


def trials(inputs: Inputs) -> list[Trial]:
    """Lookups in a known table; then the initial module, and one step of training."""
    by_hand = torch.tensor([[0.0] * 4, [1, 2, 3, 4], [5, 6, 7, 8]])
    drawn, other = with_pad(inputs.normal(7, 5)), with_pad(inputs.normal(6, 9), 4)
    batch = torch.tensor([[1, 6, 0], [3, 3, 2]])
    return [
        Trial("3 words, 4 features", (by_hand, 0, torch.tensor([[2, 1]])), probe=_look_up),
        Trial("2 rows of 3 ids", (drawn, 0, batch), probe=_look_up),
        Trial("pad id 4", (other, 4, torch.tensor([[5, 4], [0, 1], [2, 3]])), probe=_look_up),
        Trial(
            "a new module",
            (7, 4, 0),
            probe=_numbers,
            truth=_numbers_truth,
            criterion="parameters",
        ),
        *(
            Trial(
                f"a step of training, pad id {pad_id}",
                (7, 4, pad_id, batch),
                probe=_trained,
                truth=_trained_truth,
                criterion="trained",
            )
            for pad_id in (0, 2)
        ),
    ]


def _at_size(inputs: Inputs, B: int, L: int, V: int, d_model: int) -> Trial:
    table = with_pad(inputs.integers_as_float(V, d_model))
    return Trial("", (table, 0, inputs.integers(0, V, B, L)), probe=_look_up)


exercise = Exercise(
    trials,
    call="TokenEmbedding(V, d_model, pad_id)(ids)",
    version=2,
    truth=truth,
    axes=("B L d_model",),
    criteria={"trained": "lets the rows of the words learn, and keeps the pad's at zero"},
    unless=dict.fromkeys(
        ("float64", "half", "gradient"),
        "ids say no number type, and a one-hot row may be made in float32; what the table learns "
        "has trials of its own",
    ),
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "V": (2, 3), "d_model": (2, 4)}, _at_size),
)
