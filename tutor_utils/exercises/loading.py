"""Trials of a loader: published tensors go into a model made of the learner's own parts.

The model's class is the one that the answer's own code names, by its annotation: so it is the
learner's, with the learner's names inside. Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Finding, Trial
from .nb06 import parts

File = dict[str, Tensor]
# What the engine would try besides, and why it does not.
CIRCUMSTANCES = ("again", "other-mode", "float64", "half", "sliced", "gradient", "used")
WHY_NOT = "it fills a model that the probe makes; trials of its own load in other number types"


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


Change = Callable[[File], list[str]]
"""Spoils a file in place, and gives the names of which the message should hold one."""


def bad_file(
    name: str, change: Change, kind: str, sizes: tuple, options: dict, file: File, shown: str
) -> Trial:
    """A spoiled file is refused, and the model is as it was."""
    spoiled = dict(file)
    return Trial(
        name,
        (kind, sizes, options, spoiled, change(spoiled)),
        probe=refusal,
        verify=verify_refusal,
        criterion="refuses",
        shown=("", shown, "", "", ""),
    )


def without(name: str) -> Change:
    """A tensor is missing."""

    def change(file: File) -> list[str]:
        del file[name]
        return [name]

    return change


def with_more(name: str, like: str) -> Change:
    """A tensor that the model has no place for."""

    def change(file: File) -> list[str]:
        file[name] = file[like].clone()
        return [name]

    return change


def cut(name: str, axis: int = 0) -> Change:
    """A tensor of another shape."""

    def change(file: File) -> list[str]:
        file[name] = file[name].narrow(axis, 0, file[name].shape[axis] - 1).clone()
        return [name]

    return change


def longer(name: str) -> Change:
    """A tensor with a row more."""

    def change(file: File) -> list[str]:
        file[name] = torch.cat([file[name], file[name][:1]])
        return [name]

    return change


def moved(name: str) -> Change:
    """A tensor that should equal another one does not."""

    def change(file: File) -> list[str]:
        file[name] = file[name] + 0.5
        return [name]

    return change


def another_model() -> Change:
    """Every name is another model's."""

    def change(file: File) -> list[str]:
        old = dict(file)
        file.clear()
        file |= {f"transformer.h.{i}.w": t for i, t in enumerate(old.values())}
        return [*old, *file]

    return change
