"""Ids to vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import known_table
from ..embedded import drawn_table, embedded, gradient_of_rows, whole_table

HINTS = (
    "A table with one row for each id. Which layer of `torch.nn` is such a table?",
    "`nn.Embedding` has an argument that keeps one row at zero and without gradient.",
    "`padding_idx=pad_id` does it. In `forward` multiply the looked-up rows by √d_model.",
)
Learner = Callable[..., nn.Module]


def _look_up(answer: Learner, table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id)
    known_table.put(module, table)
    return module(ids)


def truth(table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    """Row by row."""
    return embedded(table, ids)


def _trained(answer: Learner, V: int, d_model: int, pad_id: int) -> int:
    return known_table.trained_numbers(answer(V, d_model, pad_id))


def _verify_trained(numbers: int, V: int, d_model: int, pad_id: int) -> Finding | None:
    if numbers in (V * d_model, (V - 1) * d_model):  # the pad's row may be left out
        return None
    return Finding(
        f"With V={V} and d_model={d_model} your module trains {numbers} numbers. The table has "
        f"{V} rows of {d_model}, that is {V * d_model}.",
        "What is trained is what `parameters()` gives: the table should be there, and no more.",
        "Print `[p.shape for p in module.parameters()]`.",
        mistake=None if numbers else "table-not-trained",
    )


def _pad_row(answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    module = answer(V, d_model, pad_id)
    output = module(ids)
    return {
        "the pad's vector is zero": not bool(output[ids == pad_id].any()),
        "gradient of the pad's row": known_table.find(module, V, d_model).gradient(output)[pad_id],
    }


def _pad_row_truth(V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    return {"the pad's vector is zero": True, "gradient of the pad's row": torch.zeros(d_model)}


def _learned(answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Tensor]:
    return known_table.learned(answer(V, d_model, pad_id), V, d_model, ids)


def trials(inputs: Inputs) -> list[Trial]:
    """A known table is looked up in; then the module as it begins, and what it would learn."""

    def look_up(name: str, table: Tensor, pad_id: int, ids: Tensor) -> Trial:
        return Trial(name, (table, pad_id, ids), probe=_look_up)

    by_hand = torch.tensor([[0.0] * 4, [1, 2, 3, 4], [5, 6, 7, 8]])
    pads = {"pad id 0": (6, 4, 0, [[3, 0, 5], [3, 2, 3]]), "pad id 2": (7, 4, 2, [[3, 2, 0]])}
    begins = {name: (*sizes, torch.tensor(ids)) for name, (*sizes, ids) in pads.items()}
    pad_row: dict[str, Any] = {"probe": _pad_row, "truth": _pad_row_truth}
    learn: dict[str, Any] = {"probe": _learned, "truth": gradient_of_rows}
    return [
        look_up("3 words, 4 features", by_hand, 0, torch.tensor([[2, 1]])),
        look_up(
            "2 rows of 3 ids", drawn_table(inputs, 7, 5, 0), 0, torch.tensor([[1, 6, 0], [3, 3, 2]])
        ),
        look_up(
            "pad id 4", drawn_table(inputs, 6, 9, 4), 4, torch.tensor([[5, 4], [0, 1], [2, 3]])
        ),
        Trial(
            "a new module",
            (7, 4, 0),
            probe=_trained,
            verify=_verify_trained,
            criterion="parameters",
        ),
        *(
            Trial(f"the pad's row, {name}", sizes, criterion="pad", **pad_row)
            for name, sizes in begins.items()
        ),
        *(
            Trial(f"a backward pass, {name}", sizes, criterion="trained", **learn)
            for name, sizes in begins.items()
        ),
    ]


def _at_size(inputs: Inputs, B: int, L: int, V: int, d_model: int) -> Trial:
    args = (whole_table(inputs, V, d_model), 0, inputs.integers(0, V, B, L))
    return Trial("", args, probe=_look_up)


exercise = Exercise(
    trials,
    call="TokenEmbedding(V, d_model, pad_id)(ids)",
    hints=HINTS,
    truth=truth,
    axes=("B L d_model",),
    criteria={
        "pad": "keeps the pad row at zero, without gradient",
        "trained": "lets the rows of the words learn",
    },
    unless=dict.fromkeys(
        ("float64", "half", "gradient"),
        "ids say no number type, and a one-hot row may be made in float32; what the table learns "
        "has trials of its own",
    ),
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "V": (2, 3), "d_model": (2, 4)}, _at_size),
)
