"""Words and positions together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import seeds
from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from ....engine.values import snapshot
from ...drawing import drawn_anew
from .. import known_table
from ..embedded import drawn_table, embedded, gradient_of_rows, whole_table
from ..sinusoid import sinusoid

HINTS = (
    "You have both parts already, words and positions. Which of the two is learned, and which "
    "is the same for ever?",
    "`self.register_buffer(name, tensor)` keeps a table that is no parameter and still moves "
    "with `.to(device)`.",
    "In `forward`, add `positions[:L]` to `tokens(ids)`. Dropout goes onto the sum.",
)
Learner = Callable[..., nn.Module]


def _embed(answer: Learner, table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id, max_len).eval()
    known_table.put(module, table)
    return module(ids)


def truth(table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    """The words first, then the waves."""
    return embedded(table, ids) + sinusoid(ids.shape[1], table.shape[1])


def _trained(answer: Learner, V: int, d_model: int, max_len: int) -> dict[str, Any]:
    module = answer(V, d_model, 0, max_len)
    numbers = known_table.trained_numbers(module)
    trained = [p for p in module.parameters() if p.requires_grad]
    others = [p for p in trained if p.numel() == max_len * d_model]
    return {
        "numbers": numbers,
        "numbers that are frozen": sum(p.numel() for p in module.parameters()) - numbers,
        "positions": others[0].reshape(max_len, d_model) if others else None,
    }


def _verify_trained(value: dict[str, Any], V: int, d_model: int, max_len: int) -> Finding | None:
    numbers, positions = value["numbers"], value["positions"]
    frozen = value["numbers that are frozen"]
    if numbers == V * d_model and frozen != max_len * d_model:
        return None
    if numbers == V * d_model:
        return Finding(
            f"A frozen parameter holds the {frozen} numbers of the positions.",
            mistake="positions-are-parameters",
        )
    named = None if numbers else "table-not-trained"
    if positions is not None:
        waves = torch.allclose(positions, sinusoid(max_len, d_model), atol=1e-3)
        named = "positions-are-trained" if waves else "learned-positions"
    return Finding(
        f"With V={V}, d_model={d_model} and max_len={max_len} your module trains {numbers} "
        f"numbers. The token table holds {V * d_model}, and only that is trained.",
        "What is trained is what `parameters()` gives.",
        "Print `[p.shape for p in module.parameters()]`.",
        mistake=named,
    )


def _pads(answer: Learner, V: int, d_model: int, pad_id: int, length: int) -> Tensor:
    """What a new module gives for pads alone."""
    return answer(V, d_model, pad_id, 9).eval()(torch.full((1, length), pad_id))


def _pads_truth(V: int, d_model: int, pad_id: int, length: int) -> Tensor:
    return sinusoid(length, d_model)[None]  # the word says nothing: the positions alone


def _learned(answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Tensor]:
    module = answer(V, d_model, pad_id, 9).eval()
    return known_table.learned(module, V, d_model, ids)


def _learned_with_dropout(
    answer: Learner, V: int, d_model: int, pad_id: int, ids: Tensor
) -> dict[str, list[int]]:
    """Which rows get a gradient in training mode; which numbers of them, is left to chance."""
    module = answer(V, d_model, pad_id, 9, dropout=0.25).train()
    gradient = known_table.find(module, V, d_model).gradient(module(ids))
    return {"ids whose rows learn": gradient.any(-1).nonzero()[:, 0].tolist()}


def _read(V: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, list[int]]:
    return {"ids whose rows learn": sorted(set(ids.flatten().tolist()) - {pad_id})}


def _moved(answer: Learner, V: int, d_model: int) -> str:
    """Where the output is after a move to a device that computes shapes and no numbers."""
    module = answer(V, d_model, 0, 9).to("meta")
    try:
        return str(module(torch.ones(2, 3, dtype=torch.long, device="meta")).device)
    except (NotImplementedError, RuntimeError) as error:
        if "meta tensor" in str(error):
            return "meta"  # it asks for a number of the ids, which are not there: nothing is shown
        raise


def _verify_moved(device: str, V: int, d_model: int) -> Finding | None:
    if device == "meta":
        return None
    return Finding(
        f"The module was moved to another device, with its ids. Its output is on the {device}.",
        "What a module makes must be on the device where its parameters are.",
        "Look for a device that is named in your code.",
    )


def _dropped(answer: Learner, table: Tensor, ids: Tensor) -> dict[str, Tensor]:
    """Each call has a seed of its own, so that two answers that drop alike drop the same."""

    def run(seed: int, train: bool, calls: int = 1, **options: float) -> Tensor:
        module = answer(*table.shape, 0, 20, **options).train(train)
        known_table.put(module, table)
        seeds.seed(seed)
        return [snapshot(module(ids)) for _ in range(calls)][-1]

    return {
        "eval": run(1, False, dropout=0.25),
        "eval again": run(2, False, dropout=0.25),
        "dropout=0.25": run(1, True, dropout=0.25),
        "dropout=0.25, a second call": run(1, True, calls=2, dropout=0.25),
        "dropout=0": run(1, True, dropout=0.0),
        "no dropout given": run(1, True),
    }


def _verify_dropped(value: dict[str, Tensor], table: Tensor, ids: Tensor) -> Finding | None:
    """What is seen is told with numbers: other causes give other ones."""
    still, train = value["eval"], value["dropout=0.25"]
    if not isinstance(still, Tensor):
        return None  # that is told of its values
    if not torch.equal(still, value["eval again"]):
        return Finding(
            "With dropout=0.25, two calls in eval mode differ. "
            + _change(still, value["eval again"]),
            "In eval mode one sentence has one answer.",
            "What in your `forward` listens to `.eval()`?",
        )
    for name in ("dropout=0", "no dropout given"):
        if not torch.equal(still, value[name]):
            return Finding(
                f"With {name}, training mode and eval mode differ. {_change(still, value[name])}",
                "Where nothing is dropped, both modes give the same.",
                "What does `forward` do in training mode only, and what decides how much?",
            )
    if torch.equal(still, train):
        saw = "With dropout=0.25 nothing was dropped in training mode."
        return Finding(saw, mistake="dropout-missing")
    kept = train != 0
    if not kept.all() and not (kept.any(-1) & ~kept.all(-1)).any():
        return Finding(
            "With dropout=0.25 in training mode, the numbers of a token are all 0 or none is.",
            "Dropout took whole tokens out, and not single numbers.",
            "Is it an `nn.Dropout`, and does it get the whole (B, L, d_model)?",
        )
    if not kept.all() and (kept == kept[:1]).all():
        return Finding(
            "With dropout=0.25 in training mode, the same places are 0 in every sentence.",
            "Your dropout draws once for all sentences. The paper's works on each number by "
            "itself.",
            "What shape has the tensor that goes into your dropout? It should be the sum, "
            "(B, L, d_model).",
        )
    share = kept.double().mean().item()
    if 0.6 < share < 0.9 and torch.allclose(train[kept] * 0.75, still[kept], 1e-3, 1e-4):
        return drawn_anew(train, value["dropout=0.25, a second call"])
    return Finding(
        f"With dropout=0.25 in training mode, {1 - share:.1%} of the numbers are 0. "
        + _change(still * kept, train),
        "A quarter of the numbers of the sum should be 0 and the others 4/3 of what they are in "
        "eval mode.",
        "What goes into your dropout, how often, and with which rate?",
    )


def _change(before: Tensor, after: Tensor) -> str:
    """The first entry that differs, and how many do."""
    differs = (before != after).nonzero().tolist()
    if not differs:
        return ""
    at = tuple(differs[0])
    return (
        f"Entry {list(at)} went from {before[at]:.4g} to {after[at]:.4g} "
        f"({len(differs)} of {after.numel()} differ)."
    )


def trials(inputs: Inputs) -> list[Trial]:
    """The sum in eval mode; then what is trained, what moves along and what is dropped."""

    def embed(name: str, size: int, d_model: int, pad_id: int, max_len: int, ids: Tensor) -> Trial:
        table = drawn_table(inputs, size, d_model, pad_id)
        return Trial(name, (table, pad_id, max_len, ids), probe=_embed)

    loud = drawn_table(inputs, 9, 8, 0) + 3.0  # no sum is 0 by chance
    some = torch.tensor([[3, 5, 2, 7], [3, 1, 0, 0]])
    return [
        embed("1 row of 2 ids", 3, 4, 0, 5, torch.tensor([[2, 1]])),
        embed("3 rows of 5 ids", 9, 6, 0, 8, inputs.integers(0, 9, 3, 5)),
        embed("pad id 3, as long as max_len", 7, 10, 3, 24, inputs.integers(0, 7, 2, 24)),
        Trial(
            "a new module",
            (8, 6, 9),
            probe=_trained,
            verify=_verify_trained,
            criterion="parameters",
        ),
        Trial(
            "a row of pads, before anything is learned",
            (8, 4, 3, 5),
            probe=_pads,
            truth=_pads_truth,
            criterion="trained",
            shown=("V", "d_model", "pad_id", "L"),
        ),
        Trial(
            "a backward pass",
            (8, 4, 3, some),
            probe=_learned,
            truth=gradient_of_rows,
            criterion="trained",
        ),
        Trial(
            "a backward pass with dropout=0.25",
            (8, 24, 3, some),
            probe=_learned_with_dropout,
            truth=_read,
            criterion="trained",
        ),
        Trial(
            "moved to another device",
            (8, 6),
            probe=_moved,
            verify=_verify_moved,
            criterion="moves",
        ),
        Trial(
            "dropout=0.25",
            (loud, inputs.integers(1, 9, 4, 12)),
            probe=_dropped,
            verify=_verify_dropped,
            criterion="dropout",
        ),
    ]


def _at_size(inputs: Inputs, B: int, L: int, d_model: int) -> Trial:
    args = (whole_table(inputs, 4, d_model), 0, max(5, L), inputs.integers(0, 4, B, L))
    return Trial("", args, probe=_embed)


exercise = Exercise(
    trials,
    call="TransformerEmbedding(V, d_model, pad_id, max_len, dropout)(ids)",
    hints=HINTS,
    truth=truth,
    axes=("B L d_model",),
    criteria={
        "trained": "lets the rows of the words learn, and not the pad's",
        "moves": "keeps the positions where they move along with the module",
        "dropout": "drops from the sum, in training mode only",
    },
    unless={"half": "the positions are float32 by contract, and so is their sum with the words"},
    version=6,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3), "d_model": (2, 6)}, _at_size),
)
