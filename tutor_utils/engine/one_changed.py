"""A call, and then another one that differs from it in one argument alone.

What is kept between two calls under some of the arguments, and not under all, is seen here alone:
where all arguments are others, it is made anew.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import torch
from torch import Tensor, nn

from . import compare
from .condition_words import FOUND, OVERWRITTEN
from .exercise import Exercise, Finding, Trial
from .reproduce import shown_names
from .values import kept

Truth = Callable[..., Any]
Values = dict[int | str, Any]  # an argument's place or name -> its value
Call = tuple[tuple[Any, ...], Mapping[str, Any]]


def second_result(
    probe: Callable[..., Any], first: Call, answer: Any, *args: Any, **kwargs: Any
) -> Any:
    """What the second call gave."""
    given, named = copy.deepcopy(first)
    probe(answer, *given, **named)
    return probe(answer, *args, **kwargs)


def earlier_results(
    probe: Callable[..., Any], first: Call, answer: Any, *args: Any, **kwargs: Any
) -> dict[str, Any]:
    """What two calls gave, and what that is behind the next one; the first one is made again."""
    results: list[Any] = []
    before, after = [], []
    for given, named in copy.deepcopy((first, (args, kwargs), first)):
        result = probe(answer, *given, **named)
        before.append(kept(result))
        after += [kept(r) for r in results[-1:]]
        results.append(result)
    return {"before": before[:2], "after": after}


def is_as_before(seen: dict[str, Any], *args: Any, **kwargs: Any) -> Finding | None:
    """Whether no later call has changed a result."""
    for before, after in zip(seen["before"], seen["after"], strict=True):
        if not compare.same_kind(after, before) or compare.tolerances(after, before) > 0:
            saw = "A call, with one argument changed, changed what an earlier one had returned: "
            saw += f"it was {compare.show(before)} and is {compare.show(after)} now."
            found = FOUND[OVERWRITTEN]
            return Finding(saw, found.means, found.try_next, diagnosis=OVERWRITTEN)
    return None


def made(exercise: Exercise, trials: list[Trial], beside: str) -> list[Trial]:
    """Two trials for each argument, where two trials of values show how it may differ.

    Only of calls with these arguments: where a probe makes them of others, who knows what fits.
    And where the exercise's truth takes what its contract refuses, it says so (``unless``).

    Args:
        exercise: Whose trials they are.
        trials: What it tries itself.
        beside: The criterion of those that look at what earlier calls gave.
    """
    truth, names = exercise.truth, exercise.call.partition("(")[2].rstrip(")").split(", ")
    usable = [
        trial
        for trial in trials
        if trial.criterion == "values"
        and not (trial.verify or trial.refuses)
        and 1 < len(trial.args) + len(trial.kwargs) <= len(names)
        and {*trial.shown} <= {*names}
    ]
    found: dict[int | str, list[Trial]] = {}
    for base in usable:
        own = base.truth or truth
        alike = [t for t in usable if t.probe == base.probe and (t.truth or truth) == own]
        for place, other in _others(base, alike):
            if place not in found and own and (second := _second(base, place, other, own)):
                argument = names[place] if isinstance(place, int) else place
                found[place] = _both(
                    replace(base, shown=shown_names(exercise, base)),
                    second,
                    f"{base.name}, then with another {argument}",
                    beside,
                )
    return [trial for both in found.values() for trial in both]


def _others(base: Trial, trials: list[Trial]) -> Iterator[tuple[int | str, Any]]:
    """An argument's place, and another value for it, out of another trial."""
    values = _values(base)
    for trial in trials:
        others = _values(trial)
        if others.keys() == values.keys() and trial.tolerance == base.tolerance:
            yield from ((p, o) for p, o in others.items() if _may_stand(o, p, values))


def _values(trial: Trial) -> Values:
    return dict(chain(enumerate(trial.args), trial.kwargs.items()))


def _may_stand(other: Any, place: int | str, values: Values) -> bool:
    """Whether it is of the same form and another value; two ids stay two ids."""
    value = values[place]
    if isinstance(value, Tensor):
        same = isinstance(other, Tensor) and (value.shape, value.dtype) == (
            other.shape,
            other.dtype,
        )
        return same and not torch.equal(value, other)
    if type(value) is not type(other) or isinstance(value, (nn.Module, torch.Generator)):
        return False
    if isinstance(value, (int, float)):
        return other != value and other not in [
            v for v in values.values() if type(v) is type(other)
        ]
    return isinstance(value, (str, list, tuple, dict)) and compare.tolerances(other, value) > 0


def _second(base: Trial, place: int | str, other: Any, truth: Truth) -> Call | None:
    """The second call; None where its arguments do not go together, or give what they gave."""
    args, kwargs = list(base.args), dict(base.kwargs)
    if isinstance(place, int):
        args[place] = other
    else:
        kwargs[place] = other
    first, second = (base.args, dict(base.kwargs)), (tuple(args), kwargs)
    try:
        with torch.no_grad():
            before, after = (truth(*a, **k) for a, k in copy.deepcopy((first, second)))
    except Exception:  # such arguments do not go together
        return None
    return None if compare.tolerances(after, before) <= 1 else second


def _both(base: Trial, second: Call, name: str, beside: str) -> list[Trial]:
    """What earlier calls gave, and what the second one gives."""
    first, (args, kwargs) = (base.args, dict(base.kwargs)), second
    last = partial(second_result, base.probe, first)
    earlier = replace(
        base,
        name=f"{name}, earlier results",
        args=args,
        kwargs=kwargs,
        probe=partial(earlier_results, base.probe, first),
        truth=None,
        verify=is_as_before,
        criterion=beside,
    )
    # a result that is kept is seen when it is made: so that one comes first
    return [earlier, replace(base, name=name, args=args, kwargs=kwargs, probe=last)]
