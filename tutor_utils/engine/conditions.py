"""Conditions that the engine makes for every exercise, so that no author has to remember them.

Nothing is fixed that the arguments decide: a tensor that the code makes has the number type and the
device of its arguments, and not PyTorch's defaults. So the first trial of the values is tried once
more with another default number type, and once more with its arguments on another device than the
default one (`second_device`: no GPU is needed). It must give the same.

Where they do not apply, and why:

- where no argument is a tensor, the defaults do decide;
- the number type of a module is that of its parameters, which follow the default at the time when
  it is built: a default that changes between that and its call is no use that anybody has for it;
- an exercise says in ``unless`` what else does not apply.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
)

from .exercise import Exercise, Trial
from .inputs import Inputs
from .second_device import SecondDevice, is_marked

CRITERION = "defaults"


@dataclass(frozen=True)
class Condition:
    """One other circumstance, under which a trial must go as it went.

    Attributes:
        words: Behind the name of the trial.
        means: For whoever's code does not go as before: what it does.
        try_next: Where to look.
        modules: Whether it applies to modules.
    """

    words: str
    means: str
    try_next: str
    modules: bool = True


CONDITIONS = {
    "default-number-type": Condition(
        "after `torch.set_default_dtype(torch.float64)`",
        "A tensor that your code makes without `dtype=` gets PyTorch's default number type. "
        "Whoever calls your code may have set another one.",
        "Give each new tensor the number type of an argument: `torch.zeros(..., dtype=x.dtype)` "
        "or `x.new_zeros(...)`.",
        modules=False,
    ),
    "default-device": Condition(
        "with the arguments on a GPU (played on the CPU)",
        "A tensor that your code makes without `device=` is made on the CPU, and the arguments may "
        "be on a GPU.",
        "Give each new tensor the device of an argument: `torch.zeros(..., device=x.device)` or "
        "`x.new_zeros(...)`.",
    ),
}


@contextmanager
def _default_number_type() -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


_ENTER: dict[str, Callable[[], Any]] = {
    "default-number-type": _default_number_type,
    "default-device": SecondDevice,
}


def with_conditions(exercise: Exercise) -> Exercise:
    """The exercise with the trials that the engine makes behind its own."""
    return replace(exercise, trials=partial(_trials, exercise))


def _trials(exercise: Exercise, inputs: Inputs) -> list[Trial]:
    trials = exercise.trials(inputs)
    first = next((t for t in trials if t.criterion == "values" and _holds_tensor(t.args)), None)
    if first is None:
        return trials
    return trials + [
        replace(
            first,
            name=f"{first.name}, {condition.words}",
            probe=partial(probe_under, first.probe, slug),
            criterion=CRITERION,
        )
        for slug, condition in CONDITIONS.items()
        if slug not in exercise.unless and (condition.modules or not exercise.id[0].isupper())
    ]


def slug_of(trial: Trial) -> str:
    """Which condition the engine made a trial for."""
    assert isinstance(trial.probe, partial)
    return str(trial.probe.args[1])


def probe_under(
    probe: Callable[..., Any], slug: str, answer: Any, *args: Any, **kwargs: Any
) -> Any:
    """Run a probe with a condition around each call of a function, or of any module."""
    if not isinstance(answer, (type, nn.Module)):
        return probe(_under(slug, answer), *args, **kwargs)
    with _under_modules(slug):
        return probe(answer, *args, **kwargs)


def _under(slug: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(answer)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _ENTER[slug]():
            return _complete(answer(*args, **kwargs))

    return call


@contextmanager
def _under_modules(slug: str) -> Iterator[None]:
    """From the outermost call of a module to its end."""
    entered: list[Any] = []

    def enter(module: nn.Module, args: Any) -> None:
        entered.append(None if entered else _ENTER[slug]())
        if entered[-1]:
            entered[-1].__enter__()

    def leave(module: nn.Module, args: Any, output: Any) -> None:
        manager = entered.pop()
        if manager:
            manager.__exit__(None, None, None)
            _complete(output)

    handles = [
        register_module_forward_pre_hook(enter),
        register_module_forward_hook(leave, always_call=True),
    ]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _complete(result: Any) -> Any:
    if is_marked(result):
        raise RuntimeError("the arguments are on the device cuda:0, and the result is on the CPU")
    return result


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_tensor, value))
    return isinstance(value, Tensor)
