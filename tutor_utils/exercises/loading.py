"""Trials of a loader: published tensors go into a model made of the learner's own parts.

The model's class is the one that the answer's own code names, by its annotation: so it is the
learner's, with the learner's names inside. Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Finding, Trial
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


def kept(
    answer: Any, kind: str, sizes: tuple, options: dict, file: File, inputs: tuple
) -> dict[str, Any]:
    """What stays: the parameters themselves, their dtype, and what they hold afterwards."""
    model = make(answer, kind, sizes, options, 1, "float32")
    before = {name: id(p) for name, p in model.named_parameters()}
    learn = {name: p.requires_grad for name, p in model.named_parameters()}
    file = {name: t.clone() for name, t in file.items()}
    back = answer(file, model)
    with torch.no_grad():
        first = model(*inputs)
        for t in file.values():
            t.zero_()
        again = model(*inputs)
    after = dict(model.named_parameters())
    same = {name: id(p) for name, p in after.items()} == before
    return {
        "it returns": type(back).__name__,
        "the parameters": "the same objects" if same else "other objects",
        "they can learn": {n: p.requires_grad for n, p in after.items()} == learn,
        "when the file's tensors change later": "nothing"
        if torch.equal(first, again)
        else "the model changes too",
    }


KEPT = {
    "it returns": "NoneType",
    "the parameters": "the same objects",
    "they can learn": True,
    "when the file's tensors change later": "nothing",
}


def refusal(
    answer: Any, kind: str, sizes: tuple, options: dict, file: File, names: list[str]
) -> dict[str, str]:
    """How a bad file is refused, and what became of the model."""
    model = make(answer, kind, sizes, options, 1, "float32")
    before = {name: t.clone() for name, t in model.state_dict().items()}
    raised, message = "nothing", ""
    try:
        answer(dict(file), model)
    except Exception as error:
        raised, message = type(error).__name__, str(error)
    after = model.state_dict()
    same = all(torch.equal(after[name], t) for name, t in before.items())
    told = any(name.removeprefix("model.") in message for name in names)
    return {
        "raises": raised,
        "its message names": "the tensor" if told else "no tensor that is wrong",
        "the model": "as before" if same else "changed",
    }


REFUSED = {"raises": "ValueError", "its message names": "the tensor", "the model": "as before"}
CRITERIA = {
    "kept": "copies into the parameters that are there",
    "refuses": "refuses a bad file by the name of its tensor, and changes nothing",
}


def verify_refusal(seen: dict[str, str], *args: Any) -> Finding | None:
    """The error, its words, and a model that is as before."""
    wrong = [name for name, wanted in REFUSED.items() if seen.get(name) != wanted]
    if not wrong:
        return None
    if wrong == ["the model"]:
        return Finding(
            f"The file is refused for `{args[-1][0]}`, and the model is changed all the same.",
            mistake="copies-before-all-is-known",
        )
    told = "; ".join(f"{name}: expected {REFUSED[name]!r}, yours {seen[name]!r}" for name in wrong)
    return Finding(f"With a file that is bad at `{args[-1][0]}`, {told}.")


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

    def kept(self, sizes: tuple, file: File, inputs: tuple) -> Trial:
        """The numbers are copied, into the parameters that are there."""
        return Trial(
            "what stays as it was",
            (self.kind, sizes, self.options, file, inputs),
            probe=kept,
            truth=lambda *_: KEPT,
            criterion="kept",
            shown=("", self.sizes, "", "", ""),
        )

    def bad(
        self, name: str, sizes: tuple, file: File, at: str, tensor: Tensor | None = None
    ) -> Trial:
        """Refused: the file without the tensor ``at``, or with another one in its place."""
        there = {n: t for n, t in (file | {at: tensor}).items() if t is not None}
        return self._refused(name, sizes, there, [at])

    def another_model(self, sizes: tuple, file: File) -> Trial:
        """Refused: a file in which every name is another model's."""
        theirs = {f"transformer.h.{i}.w": tensor for i, tensor in enumerate(file.values())}
        return self._refused("another model's file", sizes, theirs, [*file, *theirs])

    def _refused(self, name: str, sizes: tuple, file: File, names: list[str]) -> Trial:
        """The message should hold one of the names, and the model be as it was."""
        return Trial(
            name,
            (self.kind, sizes, self.options, file, names),
            probe=refusal,
            verify=verify_refusal,
            criterion="refuses",
            shown=("", self.sizes, "", "", ""),
        )
