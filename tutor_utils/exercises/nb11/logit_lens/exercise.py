"""The model's prediction after each layer."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ..reader import QUIET, make, side_effects
from ..reference import ReferencePass

Sizes = tuple[int, ...]  # seed, vocab_size, d_model, num_heads, num_layers


def look(answer: Any, sizes: Sizes, ids: Tensor) -> Any:
    """Probe: the logits after each layer."""
    return answer(make(sizes).to(ids.device), ids)


def treat(answer: Any, sizes: Sizes, ids: Tensor, mode: str) -> dict[str, str]:
    """Probe: ``side_effects`` of the answer."""
    model = make(sizes, mode)
    return side_effects(model, (ids,), lambda: answer(model, ids))


@torch.no_grad()
def truth(sizes: Sizes, ids: Tensor) -> Tensor:
    """The output of each layer through the final norm and the output layer."""
    model: Any = make(sizes)
    reference = ReferencePass()
    reference.run(sizes, (ids,))
    names = ["embed", *(f"layers.{i}" for i in range(sizes[4]))]
    return torch.stack([model.output(model.norm(reference.outputs[name])) for name in names])


def trials(inputs: Inputs) -> list[Trial]:
    """One layer, several, one row; then side effects."""

    def sizes(vocab_size: int, d_model: int, num_heads: int, num_layers: int) -> Sizes:
        return inputs.seed, vocab_size, d_model, num_heads, num_layers

    def values(name: str, of: Sizes, rows: int, length: int) -> Trial:
        return Trial(name, (of, inputs.integers(0, of[1], rows, length)), probe=look, shown=shown)

    shown = ("", "ids")
    quiet = {"probe": treat, "shown": ("", "ids", "its mode"), **QUIET}
    two, ids = sizes(6, 6, 3, 2), inputs.integers(0, 6, 2, 5)
    return [
        values("1 layer", sizes(7, 4, 2, 1), 2, 3),
        values("2 layers", two, 2, 5),
        values("3 layers", sizes(5, 8, 2, 3), 3, 4),
        values("a single row", two, 1, 6),
        Trial("training mode", (two, ids, "training"), **quiet),
        Trial("eval mode", (two, ids, "eval"), **quiet),
    ]


def small(inputs: Inputs, B: int, L: int) -> Trial:
    """A short text. With 2 features a norm gives only -1 and 1, which would hide a second norm."""
    args = ((inputs.seed, 3, 4, 1, 1), inputs.integers(0, 3, B, L))
    return Trial("", args, probe=look, shown=("", "ids"))


exercise = Exercise(
    trials,
    call="logit_lens(model, ids)",
    truth=truth,
    axes=("num_layers+1 B L V",),
    criteria={"quiet": "leaves the model as it was"},
    version=2,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3)}, small),
)
