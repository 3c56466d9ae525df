"""Replace the output of one part of a model (activation patching)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ..reader import QUIET, make, side_effects
from ..reference import ReferencePass

Sizes = tuple[int, ...]  # seed, vocab_size, d_model, num_heads; a number of layers
Given = tuple[Tensor, ...]
Where = Sequence[int] | None


def run(
    answer: Any, sizes: Sizes, inputs: Given, where: str, value: Tensor, places: Where = None
) -> Any:
    """Probe: the logits."""
    model = make(sizes).to(inputs[0].device)
    if places is None:
        return answer(model, inputs, where, value)
    return answer(model, inputs, where, value, places)


def treat(
    answer: Any,
    sizes: Sizes,
    inputs: Given,
    where: str,
    value: Tensor,
    places: Where,
    mode: str,
    good: Given,
) -> dict[str, Any]:
    """Probe: ``side_effects`` of the answer. ``good``: inputs that the model accepts."""
    model = make(sizes, mode)
    return side_effects(model, good, lambda: answer(model, inputs, where, value, places))


def truth(sizes: Sizes, inputs: Given, where: str, value: Tensor, places: Where = None) -> Tensor:
    """The logits of a ``ReferencePass`` with this output replaced."""
    return ReferencePass((where, value, places)).run(sizes, inputs)


def trials(inputs: Inputs) -> list[Trial]:
    """Parts that return a tensor or a tuple, some positions; then side effects."""
    one: Sizes = (inputs.seed, 7, 4, 2, 1)
    two: Sizes = (inputs.seed, 6, 6, 3, 2)
    pair: Sizes = (inputs.seed, 5, 4, 2)
    ids, more = (inputs.integers(0, 7, 2, 3),), (inputs.integers(0, 6, 3, 5),)
    both = (inputs.integers(0, 5, 2, 4), inputs.integers(0, 5, 2, 3))
    shown = ("", "*ids", "where", "value", "places")

    def values(name: str, sizes: Sizes, given: Given, *rest: Any) -> Trial:
        names = ("", "*src, tgt", *shown[2:]) if len(given) > 1 else shown
        return Trial(name, (sizes, given, *rest), probe=run, shown=names)

    def quiet(name: str, *args: Any) -> Trial:
        return Trial(name, args, probe=treat, shown=(*shown, "its mode", ""), **QUIET)

    of_one, of_two = inputs.normal(2, 3, 4), inputs.normal(3, 5, 6)
    memory, table = inputs.normal(2, 4, 4), inputs.normal(1, 3, 4)
    long = (inputs.integers(0, 7, 1, 700),)
    return [
        values("the embedding, everywhere", one, ids, "embed", of_one),
        values("a layer, which gives a pair", two, more, "layers.0", of_two),
        values("place 1 of the embedding", one, ids, "embed", of_one, [1]),
        values("places 0 and 3 of a layer", two, more, "layers.0", of_two, [0, 3]),
        values("place 0 of an attention", two, more, "layers.1.attention", of_two, [0]),
        values("an empty list of places", two, more, "layers.0", of_two, []),
        values("the memory of a model of two inputs", pair, both, "encoder", memory),
        values("place 2 of that memory", pair, both, "encoder", memory, [2]),
        values("places 1 and 2 of the model's own table", one, ids, "embed.places", table, [1, 2]),
        quiet("a layer, in training mode", two, more, "layers.0", of_two, [0, 3], "training", more),
        quiet("the model's own table", one, ids, "embed.places", table, [1, 2], "eval", ids),
        quiet("a text that is too long: an error", one, long, "embed", of_one, None, "eval", ids),
        refused(
            "a name that no part has",
            *(two, more, "layers.7", of_two),
            error=Exception,  # PyTorch's own names the part
            probe=run,
            shown=shown[:4],
        ),
    ]


def small(inputs: Inputs, B: int, L: int) -> Trial:
    ids, value = inputs.integers(0, 3, B, L), inputs.integers_as_float(B, L, 2)
    args = ((inputs.seed, 3, 2, 1, 1), (ids,), "layers.0", value)
    return Trial("", args, probe=run, shown=("", "*ids", "where", "value"))


exercise = Exercise(
    trials,
    call="patched(model, inputs, where, value, places)",
    truth=truth,
    axes=("B L V",),
    criteria={
        "quiet": "leaves the model as it was",
        "refuses": "stops at a name that no part has",
    },
    unless={"gradient": "it looks, and trains nothing"},
    version=3,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3)}, small),
)
