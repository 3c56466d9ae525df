"""A model with adapters, for the trials of `add_adapters` and `merge_adapters`.

The adapters' class is the ``LoRA`` that the answer's code sees. Runs in the learner's process and
holds no expected results.
"""

from __future__ import annotations

import inspect
from typing import Any

from torch import Tensor, nn

from ...engine.inputs import Inputs
from ..nb11.reader import Layer, Reader, fill

Sizes = tuple[int, int, int, int, int]  # seed, vocab_size, d_model, num_heads, num_layers


class Nested(nn.Module):
    """A layer one level deeper, then a Linear named ``linear``, as that inside a ``LoRA``."""

    def __init__(self, inner: Layer, d_model: int, seed: int) -> None:
        super().__init__()
        self.steps = nn.ModuleDict({"w_q_and_more": inner})  # a name that begins with "w_q"
        self.linear = nn.Linear(d_model, d_model)
        fill(self.linear, seed)

    def forward(self, *given: Any) -> Any:
        """(x + linear(x), weights), where x and weights are the inner layer's."""
        x, weights = self.steps["w_q_and_more"](*given)
        return x + self.linear(x), weights


def kind_of(answer: Any) -> type[nn.Module]:
    """The class of the adapters.

    Raises:
        NameError: the answer's module does not define it.
    """
    made = inspect.unwrap(answer).__globals__.get("LoRA")
    if made is None:
        raise NameError(
            "name 'LoRA' is not defined where your function stands. Run its cell first, and use "
            "`LoRA` in your function."
        )
    return made


def make(sizes: Sizes) -> Reader:
    """A ``Reader`` whose last layer is nested deeper than the others."""
    model = Reader(*sizes).eval()
    last = model.layers[-1]
    assert isinstance(last, Layer)
    model.layers[-1] = Nested(last, sizes[2], sizes[0])
    return model


def seeded_matrix(name: str, shape: tuple[int, ...], seed: int) -> Tensor:
    """Random numbers of an adapter's matrix, by its name and a seed."""
    mark = sum(ord(letter) * (i + 1) for i, letter in enumerate(name))
    return Inputs((seed + mark) % 2**31).normal(*shape, scale=0.5)


def replace_submodule(model: nn.Module, name: str, part: nn.Module) -> None:
    """Replace the submodule of that full name."""
    parent, _, last = name.rpartition(".")
    setattr(model.get_submodule(parent), last, part)


def linear_names(model: nn.Module, last: tuple[str, ...]) -> list[str]:
    """The full names of the linear layers with these last names."""
    parts = model.named_modules()
    return [n for n, p in parts if isinstance(p, nn.Linear) and n.rpartition(".")[2] in last]
