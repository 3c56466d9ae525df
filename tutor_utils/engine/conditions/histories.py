"""Call a module with one size after another: an earlier call must not affect a later one.

A probe makes its own module. So what comes before is put in just before the module's first call.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn

from .. import seeds
from ..values import kept
from .circumstances import Call, Seen, error_entry, listening


def in_turn(other: Call, probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Seen:
    """Call a module after a call of another size, in both orders.

    A probe makes its own module. So the call of the other probe is made just before each of its
    calls.

    Returns:
        For both orders what was wanted, of a module without a past, and what came, or the error.
    """
    runs = [(other.target, other.args, other.kwargs), (probe, args, kwargs)]
    calls: list[list[Call]] = [[], []]
    wanted = []
    for (run, given, named), made in zip(runs, calls, strict=True):
        with listening(made):
            seeds.seed(0)  # where a module draws its first numbers, they are the same each time
            wanted.append(kept(run(answer, *copy.deepcopy(given), **named)))
    seen: Seen = {}
    for name, first, last in (("larger", 0, 1), ("smaller", 1, 0)):
        run, given, named = runs[last]
        try:
            with listening([], functools.partial(_beforehand, calls[first][-1:])):
                seeds.seed(0)
                got = kept(run(answer, *copy.deepcopy(given), **named))
            seen[name] = {"wanted": wanted[last], "got": got}
        except Exception as error:
            seen[name] = error_entry(error)
    return seen


def _beforehand(calls: list[Call], module: nn.Module) -> None:
    """Call a module with another call's arguments, without advancing the random generators."""
    for call in calls:
        if type(module) is type(call.target):
            with _draws_as_before(), contextlib.suppress(Exception):  # sizes may be refused
                call.changed(lambda value: value, module)()


@contextmanager
def _draws_as_before() -> Iterator[None]:
    """Restore the random generators after the body."""
    state, drawn = random.getstate(), torch.default_generator.get_state()
    try:
        yield
    finally:
        random.setstate(state)
        torch.default_generator.set_state(drawn)
