"""Token embeddings plus positions, then dropout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import compare
from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ....engine.run import guard
from ....engine.values import snapshot
from ...drawing import verify_each
from .. import known_table
from ..embedded import embedded, lowered, with_pad
from ..sinusoid import sinusoid

Learner = Callable[..., nn.Module]


def _embed(answer: Learner, table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id, max_len).eval()
    known_table.put(module, table)
    return module(ids)


def truth(table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    """Scaled table rows plus the sinusoidal encoding."""
    return embedded(table, ids) + sinusoid(ids.shape[1], table.shape[1])


def _numbers(answer: Learner, V: int, d_model: int, max_len: int) -> dict[str, int]:
    return known_table.numbers(answer(V, d_model, 0, max_len))


def _numbers_truth(V: int, d_model: int, max_len: int) -> dict[str, int]:
    return {"numbers that are trained": V * d_model, "numbers of frozen parameters": 0}


def _trained(answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    module = answer(V, d_model, pad_id, 9).eval()
    return {
        "a row of two pads": module(torch.full((1, 2), pad_id)),
        "how far each id's vector goes down": known_table.step_of_training(module, V, ids),
    }


def _trained_truth(V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    return {
        "a row of two pads": sinusoid(2, d_model)[None],  # a pad's embedding is 0
        "how far each id's vector goes down": lowered(V, d_model, pad_id, ids),
    }


def _moved(answer: Learner, V: int, d_model: int) -> str:
    """Probe: the output's device after a move to "meta", which computes shapes and no numbers."""
    module = answer(V, d_model, 0, 9).to("meta")
    try:
        return str(module(torch.ones(2, 3, dtype=torch.long, device="meta")).device)
    except (NotImplementedError, RuntimeError) as error:
        if "meta tensor" in str(error):
            return "meta"  # the code reads a number, which "meta" has not: no verdict
        raise


def _dropped(answer: Learner, table: Tensor, ids: Tensor) -> dict[str, Tensor]:
    """Probe: outputs with and without dropout, each call with a seed of its own."""
    module = answer(*table.shape, 0, 20, dropout=0.25)
    known_table.put(module, table)

    def run(seed: int, train: bool) -> Tensor:
        guard.seed(seed)
        return snapshot(module.train(train)(ids))

    calls = {"eval": (1, False), "eval again": (2, False), "train": (1, True), "later": (2, True)}
    return {name: run(*how) for name, how in calls.items()}


def _verify_dropped(value: dict[str, Tensor], table: Tensor, ids: Tensor) -> Finding | None:
    """Dropout acts on the sum, in training mode only, at rate 0.25 and scaled by 1 / 0.75."""
    still, train = value["eval"], value["train"]
    if not compare.close(value["eval again"], still):
        return Finding(
            "With dropout=0.25, two calls in eval mode differ.",
            "In eval mode one sentence has one answer.",
            "What in your `forward` listens to `.eval()`?",
        )
    kept = train != 0
    if torch.equal(kept, value["later"] != 0) and not bool(kept.all()):
        return Finding(
            "With dropout=0.25, two calls in training mode drop the same numbers.",
            "Dropout draws by chance, anew in each call.",
            "What decides which numbers are dropped?",
        )
    share = 1 - kept.double().mean().item()
    wanted = torch.where(kept, still / 0.75, 0.0)
    if 0.1 < share < 0.4 and compare.close(train, wanted):
        return verify_each(kept, "B L d_model")
    return Finding(
        f"With dropout=0.25 in training mode, {share:.1%} of the numbers are 0; of the others, "
        f"{compare.first_wrong(train, wanted, None)}.",
        "A quarter of the numbers of the sum should be 0 and the others 4/3 of what they are in "
        "eval mode.",
        "What goes into your dropout, how often, and with which rate?",
    )


def trials(inputs: Inputs) -> list[Trial]:
    """The sum in eval mode; then parameters, device and dropout."""

    def embed(name: str, size: int, d_model: int, pad_id: int, max_len: int, ids: Tensor) -> Trial:
        table = with_pad(inputs.normal(size, d_model), pad_id)
        return Trial(name, (table, pad_id, max_len, ids), probe=_embed)

    loud = inputs.normal(9, 8) + 3.0  # so far from 0 that no sum is 0 by chance
    return [
        embed("1 row of 2 ids", 3, 4, 0, 5, torch.tensor([[2, 1]])),
        embed("3 rows of 5 ids", 9, 6, 0, 8, inputs.integers(0, 9, 3, 5)),
        embed("pad id 3, as long as max_len", 7, 10, 3, 24, inputs.integers(0, 7, 2, 24)),
        Trial(
            "a new module",
            (8, 6, 9),
            probe=_numbers,
            truth=_numbers_truth,
            criterion="parameters",
        ),
        Trial(
            "a step of training",
            (8, 4, 3, torch.tensor([[3, 5, 2, 7], [3, 1, 0, 0]])),
            probe=_trained,
            truth=_trained_truth,
            criterion="trained",
        ),
        Trial(
            "moved to another device",
            (8, 6),
            probe=_moved,
            truth=lambda V, d_model: "meta",
            criterion="moves",
        ),
        Trial(
            "dropout=0.25",
            (loud, inputs.integers(1, 9, 8, 8)),
            probe=_dropped,
            verify=_verify_dropped,
            criterion="dropout",
        ),
    ]


def _at_size(inputs: Inputs, B: int, L: int, d_model: int) -> Trial:
    table = with_pad(inputs.integers_as_float(4, d_model))
    return Trial("", (table, 0, max(5, L), inputs.integers(0, 4, B, L)), probe=_embed)


exercise = Exercise(
    trials,
    call="TransformerEmbedding(V, d_model, pad_id, max_len, dropout)(ids)",
    truth=truth,
    axes=("B L d_model",),
    criteria={
        "trained": "lets the rows of the words learn, and not the pad's",
        "moves": "keeps the positions where they move along with the module",
        "dropout": "drops from the sum, in training mode only",
    },
    unless={"half": "the positions are float32 by contract, and so is their sum with the words"},
    version=9,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3), "d_model": (2, 6)}, _at_size),
)
