"""Position embeddings that are trained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from .. import known_table

Learner = Callable[..., nn.Module]


def _add(answer: Learner, table: Tensor, x: Tensor) -> Tensor:
    module = answer(*table.shape)
    known_table.put(module, table)
    return module(x)


def truth(table: Tensor, x: Tensor) -> Tensor:
    return torch.stack([x[:, t] + table[t] for t in range(x.shape[1])], dim=1)


def _trained(answer: Learner, max_len: int, d_model: int) -> dict[str, Any]:
    module = answer(max_len, d_model)
    return {
        "trained": known_table.numbers(module)["numbers that are trained"],
        "rows": known_table.rows(module, d_model),
        "can be set": known_table.put(module, torch.zeros(max_len, d_model)),
    }


def _verify_trained(seen: dict[str, Any], max_len: int, d_model: int) -> Finding | None:
    """The table is trained; a Linear layer on one-hot rows may have a bias besides."""
    numbers, rows = seen["trained"], seen["rows"]
    if numbers >= max_len * d_model:
        if seen["can be set"]:
            return None
        if rows is None:
            return Finding(
                f"With max_len={max_len} and d_model={d_model} no tensor of your module is a table "
                f"of {max_len} rows of {d_model}.",
                "So the check could not put numbers of its own there, and compared nothing.",
                "A table of that size, as `nn.Embedding` or as `nn.Parameter`, is enough.",
                diagnosis="no-table",
            )
        return Finding(
            f"With max_len={max_len} your table has {rows} rows. Nothing else was looked at.",
            "The positions of max_len tokens are 0 to max_len - 1: so many rows are needed, and "
            "any other is never read, or lets a text through that is too long.",
            "Which number do you make the table of?",
            diagnosis="one-row-too-many" if rows == max_len + 1 else "another-number-of-rows",
        )
    return Finding(
        f"With max_len={max_len} and d_model={d_model} your module trains {numbers} numbers. "
        f"{max_len} rows of {d_model} are {max_len * d_model}.",
        mistake="table-not-trained",
    )


def _too_long(answer: Learner, max_len: int, L: int) -> Tensor:
    return answer(max_len, 3)(torch.zeros(1, L, 3))


def trials(inputs: Inputs) -> list[Trial]:
    """A known table, with fewer tokens than rows and with as many."""
    mentions = (("max_len", "max_length", "maximum"), "4")
    integers, normal = inputs.integers_as_float, inputs.normal
    return [
        Trial("1 sentence of 2 tokens", (integers(3, 2), integers(1, 2, 2)), probe=_add),
        Trial("2 sentences of 3 tokens, max_len 7", (normal(7, 4), normal(2, 3, 4)), probe=_add),
        Trial("as long as max_len", (normal(5, 3), normal(4, 5, 3)), probe=_add),
        Trial(
            "a new module",
            (6, 3),
            probe=_trained,
            verify=_verify_trained,
            criterion="parameters",
        ),
        refused("5 tokens and max_len 4", 4, 5, probe=_too_long, mentions=mentions),
    ]


def _at_size(inputs: Inputs, B: int, L: int, d_model: int) -> Trial:
    """The table is never square, so that a transposed one can be recognised."""
    args = (inputs.arange(max(3, L), d_model), 10 * inputs.arange(B, L, d_model))
    return Trial("", args, probe=_add)


exercise = Exercise(
    trials,
    call="LearnedPosition(max_len, d_model)(x)",
    truth=truth,
    version=4,
    axes=("B L d_model",),
    criteria={"refuses": "refuses L > max_len"},
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3), "d_model": (1, 2)}, _at_size),
)
