"""Trials of a loader: published tensors go into a model made of the learner's own parts.

The model's class is the one that the answer's own code names, by its annotation: so it is the
learner's, with the learner's names inside. Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Remark, Trial, refused
from .nb06 import parts

File = dict[str, Tensor]
UNLESS = dict.fromkeys(("again", "sliced"), "it fills a model that the probe makes")


def make(answer: Any, kind: str, sizes: tuple, options: dict, seed: int, dtype: str) -> nn.Module:
    """A model with drawn numbers in it, in eval mode.

    Raises:
        NameError: the answer's code does not see the class.
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
    """What the model gives when the file is in it."""
    model = make(answer, kind, sizes, options, 1, dtype)
    answer(file, model)
    with torch.no_grad():
        return model(*inputs)


def filled(answer: Any, kind: str, sizes: tuple, options: dict, file: File) -> Any:
    """Load the file."""
    return answer(file, make(answer, kind, sizes, options, 1, "float32"))


def same_parameters(answer: Any, kind: str, sizes: tuple, options: dict, file: File) -> bool:
    """Whether the model has the Parameters afterwards that it had before."""
    model = make(answer, kind, sizes, options, 1, "float32")
    before = [id(p) for p in model.parameters()]
    answer(file, model)
    return [id(p) for p in model.parameters()] == before


def unchanged(answer: Any, kind: str, sizes: tuple, options: dict, file: File) -> bool:
    """Whether a bad file leaves the model as it was."""
    model = make(answer, kind, sizes, options, 1, "float32")
    before = {name: t.clone() for name, t in model.state_dict().items()}
    with contextlib.suppress(Exception):
        answer(file, model)
    after = model.state_dict()
    return all(torch.equal(after[name], t) for name, t in before.items())


CRITERIA = {"refuses": "refuses a file that does not fit"}
REMARKS = {
    "parameters": Remark(
        "You put new Parameters into the model. An optimizer that was made before goes on training "
        "the old ones.",
        mend="with torch.no_grad():\n    parameter.copy_(tensor)",
    ),
    "unchanged": Remark(
        "A file that is refused has changed a part of the model already: it is half old, half new.",
        mend="Compare all names and shapes first, then copy.",
    ),
}


@dataclass(frozen=True)
class Loading:
    """What files are loaded into.

    Attributes:
        kind: The name of the model's class, as the learner's code knows it.
        sizes, inputs: What a report calls the parts of both: "*vocab_size, d_model, ..."
        tolerance: Of the model's output, which many layers have rounded.
        options: What the model is made with, besides its sizes.
    """

    kind: str
    sizes: str
    inputs: str
    tolerance: tuple[float, float]
    options: Mapping[str, Any] = field(default_factory=dict)

    def load(
        self, name: str, sizes: tuple, file: File, inputs: tuple, dtype: str = "float32"
    ) -> Trial:
        """The model computes what the file's tensors say."""
        args = (self.kind, sizes, self.options, file, inputs, dtype)
        shown = ("", self.sizes, "", "", self.inputs, "")
        return Trial(name, args, probe=loaded, tolerance=self.tolerance, shown=shown)

    def remarks(self, sizes: tuple, file: File, missing: str) -> list[Trial]:
        """The Parameters stay, and a file without ``missing`` changes nothing."""
        short = {name: t for name, t in file.items() if name != missing}
        return [
            self._told("the Parameters of the model", sizes, file, same_parameters, "parameters"),
            self._told(f"a file without {missing}", sizes, short, unchanged, "unchanged"),
        ]

    def bad(
        self, name: str, sizes: tuple, file: File, at: str, tensor: Tensor | None = None
    ) -> Trial:
        """Refused: the file without the tensor ``at``, or with another one in its place."""
        there = {n: t for n, t in (file | {at: tensor}).items() if t is not None}
        args = (self.kind, sizes, self.options, there)
        shown = ("", self.sizes, "", "")
        return refused(
            name, *args, probe=filled, shown=shown, mentions=(at.removeprefix("model."),)
        )

    def _told(self, name: str, sizes: tuple, file: File, probe: Any, criterion: str) -> Trial:
        return Trial(
            name,
            (self.kind, sizes, self.options, file),
            probe=probe,
            truth=lambda *_: True,
            criterion=criterion,
            shown=("", self.sizes, "", ""),
        )
