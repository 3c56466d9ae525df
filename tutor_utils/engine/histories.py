"""What a module went through before a call: another size, another object, other weights.

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

from . import seeds
from .circumstances import Call, Seen, listening, told
from .values import kept


def in_turn(other: Call, probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Seen:
    """A call of a module behind one of another probe, and the other way round.

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
            seen[name] = told(error)
    return seen


def beside(other: Call, probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Seen:
    """A probe, by itself and with another probe run between the making of its module and its call.

    So another object of the class comes in between, made and called in another way.
    """
    asked: list[Call] = [other]

    def make_another(_: nn.Module) -> None:
        while asked:
            one = asked.pop()
            with _draws_as_before(), contextlib.suppress(Exception):  # looked at elsewhere
                one.target(answer, *copy.deepcopy(one.args), **one.kwargs)

    seeds.seed(0)
    wanted = kept(probe(answer, *copy.deepcopy(args), **kwargs))
    with listening([], make_another):
        seeds.seed(0)
        return {"wanted": wanted, "got": kept(probe(answer, *args, **kwargs))}


def _beforehand(calls: list[Call], module: nn.Module) -> None:
    """Make a call of another module on this one. Draws stay as they would be."""
    for call in calls:
        if type(module) is type(call.target):
            with _draws_as_before(), contextlib.suppress(Exception):  # sizes may be refused
                call.changed(lambda value: value, module)()


@contextmanager
def _draws_as_before() -> Iterator[None]:
    """What is drawn after the body is what would be drawn without it."""
    state, drawn = random.getstate(), torch.default_generator.get_state()
    try:
        yield
    finally:
        random.setstate(state)
        torch.default_generator.set_state(drawn)


def after_learning(probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Seen:
    """A probe in evaluation mode on changed weights: of a module without a past, and of one that
    was called before they changed.
    """

    def result(past: list[Call]) -> tuple[Any, list[Call]]:
        calls: list[Call] = []
        with listening(calls, functools.partial(_changed_after, past)):
            seeds.seed(0)
            return kept(probe(answer, *copy.deepcopy(args), **kwargs)), calls

    wanted, calls = result([])
    return {"wanted": wanted, "got": result(calls[-1:])[0]}


def _changed_after(calls: list[Call], module: nn.Module) -> None:
    """Make calls of another module on this one, in evaluation mode; then change its weights."""
    module.eval()
    _beforehand(calls, module)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for p in module.parameters():
            step = torch.randn(p.shape, generator=generator, dtype=torch.float64)
            p.add_(step.to(p.dtype), alpha=0.5)
