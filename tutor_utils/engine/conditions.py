"""Conditions that the engine makes for every exercise, so that no author has to remember them.

Nothing is fixed that the arguments decide: a tensor that the code makes has the number type and the
device of its arguments, and not PyTorch's defaults, which somebody may have set to others. So the
first trial of the values is tried once more under each of two other defaults, and must give the
same. The default device is "meta", which any machine has and on which no number can be read.

Modules get their defaults while they are called, and not while they are built: parameters do follow
the defaults, as those of PyTorch's own layers do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
)

from .exercise import Trial
from .inputs import Inputs

CRITERION = "defaults"


@contextmanager
def _default_dtype() -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def _default_device() -> torch.device:
    return torch.device("meta")


# the diagnosis -> (what the name of the trial says, how it is set, what it means, what to try)
DEFAULTS: dict[str, tuple[str, Callable[[], Any], str, str]] = {
    "default-number-type": (
        "after `torch.set_default_dtype(torch.float64)`",
        _default_dtype,
        "A tensor that your code makes without `dtype=` gets PyTorch's default number type. "
        "Whoever calls your code may have set another one.",
        "Give each new tensor the number type of an argument: `torch.zeros(..., dtype=x.dtype)` or "
        "`x.new_zeros(...)`.",
    ),
    "default-device": (
        'after `torch.set_default_device("meta")`',
        _default_device,
        "A tensor that your code makes without `device=` goes to PyTorch's default device. "
        "Whoever calls your code may have set another one: `cuda` is usual on a machine with a "
        'GPU. "meta" stands here for a second device.',
        "Give each new tensor the device of an argument: `torch.zeros(..., device=x.device)` or "
        "`x.new_zeros(...)`.",
    ),
}


def with_conditions(trials: Callable[[Inputs], list[Trial]], inputs: Inputs) -> list[Trial]:
    """The trials of an exercise, and behind them those that the engine makes of them."""
    every = trials(inputs)
    return every + _under_other_defaults(every)


def _under_other_defaults(trials: list[Trial]) -> list[Trial]:
    """None where no argument is a tensor: there the defaults do decide."""
    first = next((t for t in trials if t.criterion == "values" and _holds_tensor(t.args)), None)
    if first is None or first.refuses:
        return []
    return [
        replace(
            first,
            name=f"{first.name}, {words}",
            probe=partial(probe_under_default, first.probe, slug),
            criterion=CRITERION,
        )
        for slug, (words, *_) in DEFAULTS.items()
    ]


def probe_under_default(
    probe: Callable[..., Any], slug: str, answer: Any, *args: Any, **kwargs: Any
) -> Any:
    """Run a probe while another default is set; around the calls of modules, if it builds one."""
    default = DEFAULTS[slug][1]
    if isinstance(answer, (type, nn.Module)):
        with _around_modules(default):
            return probe(answer, *args, **kwargs)
    with default():
        return probe(answer, *args, **kwargs)


@contextmanager
def _around_modules(default: Callable[[], Any]) -> Iterator[None]:
    """Set a default while a module is called, from the outermost call to its end."""
    entered: list[Any] = []

    def enter(module: nn.Module, args: Any) -> None:
        entered.append(None if entered else default())
        if entered[-1]:
            entered[-1].__enter__()

    def leave(module: nn.Module, args: Any, output: Any) -> None:
        manager = entered.pop()
        if manager:
            manager.__exit__(None, None, None)

    handles = [
        register_module_forward_pre_hook(enter),
        register_module_forward_hook(leave, always_call=True),
    ]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def slug_of(trial: Trial) -> str | None:
    """The diagnosis of a trial that the engine made, where it fails."""
    made = getattr(trial.probe, "func", None) is probe_under_default
    return trial.probe.args[1] if made else None  # type: ignore[attr-defined]


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_tensor, value))
    return isinstance(value, Tensor)
