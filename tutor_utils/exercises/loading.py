"""Trials of a loader: published tensors go into a model made of the learner's own parts.

The model's class is looked up among the names that the answer's code sees, so its attributes have
the learner's names. Runs in the learner's process and holds no expected results.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Trial, refused
from . import parts

File = dict[str, Tensor]
UNLESS = dict.fromkeys(("again", "sliced"), "it fills a model that the probe makes")


def make(answer: Any, kind: str, sizes: tuple, options: dict, seed: int, dtype: str) -> nn.Module:
    """The learner's model with random weights, in eval mode.

    Raises:
        NameError: the answer's module does not define the class.
    """
    made = inspect.unwrap(answer).__globals__.get(kind)
    if made is None:
        raise NameError(
            f"name {kind!r} is not defined where your function stands. Run its cell first, and "
            f"keep `model: {kind}` in the first line of your function."
        )
    model = made(*sizes, **options).to(getattr(torch, dtype)).eval()
    parts.settle_eps(model)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(torch.randn(p.shape, generator=generator) * 0.3)
    return model


def loaded(
    answer: Any, kind: str, sizes: tuple, options: dict, file: File, inputs: tuple, dtype: str
) -> Any:
    """Probe: the model's output after the file was loaded."""
    model = make(answer, kind, sizes, options, 1, dtype)
    answer(file, model)
    with torch.no_grad():
        return model(*inputs)


def filled(answer: Any, kind: str, sizes: tuple, options: dict, file: File) -> Any:
    """Probe: load the file, for trials in which the answer must refuse it."""
    return answer(file, make(answer, kind, sizes, options, 1, "float32"))


CRITERIA = {"refuses": "refuses a file that does not fit"}


@dataclass(frozen=True)
class Loading:
    """The model that files are loaded into.

    Attributes:
        kind: The name of its class in the learner's code.
        sizes, inputs: Their names in a report: "*vocab_size, d_model, ..."
        tolerance: For its output: rounding adds up over the layers.
        options: Keyword arguments of its constructor.
    """

    kind: str
    sizes: str
    inputs: str
    tolerance: tuple[float, float]
    options: Mapping[str, Any] = field(default_factory=dict)

    def load(
        self, name: str, sizes: tuple, file: File, inputs: tuple, dtype: str = "float32"
    ) -> Trial:
        """The trial: the loaded model computes what the file's tensors define."""
        args = (self.kind, sizes, self.options, file, inputs, dtype)
        shown = ("", self.sizes, "", "", self.inputs, "")
        return Trial(name, args, probe=loaded, tolerance=self.tolerance, shown=shown)

    def bad(
        self, name: str, sizes: tuple, file: File, at: str, tensor: Tensor | None = None
    ) -> Trial:
        """The trial: a file that lacks the tensor ``at``, or has ``tensor`` there, is refused."""
        there = {n: t for n, t in (file | {at: tensor}).items() if t is not None}
        args = (self.kind, sizes, self.options, there)
        shown = ("", self.sizes, "", "")
        return refused(
            name, *args, probe=filled, shown=shown, mentions=(at.removeprefix("model."),)
        )
