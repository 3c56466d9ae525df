"""Conditions that the engine tries for every exercise, so that no author has to remember them.

**Another device.** The first trial of the values is repeated as if its arguments were on a GPU
(simulated by `second_device`).

**Circumstances.** A call is repeated: once more, after another call, in the other mode, and with
slices of larger tensors. The result must stay the same, and a gradient must reach every input and
parameter that affects it (`circumstances`). The second call and the other mode are also tried on
the last trial with a mask. And one module is called with two sizes, in both orders (``smallest``).

**Axes of size 1, and large sizes**, beyond every number in a notebook: the inputs of ``smallest``,
with one size at a time set to 1, and made large.

**Remarks.** A reviewer would mention them, but they fail no answer: results that share memory,
float64 and float16.

`table` says which conditions are tried for an exercise, and why others are not: reasons of the
engine, and of the exercise (``unless``). A condition with an entry in ``REMARKS``
(`condition_words`), or in the exercise's ``remarks``, never fails an answer.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from .. import values
from ..compare import OF_CIRCUMSTANCE, alike, difference
from ..exercise import Exercise, Finding, SizeGrid, Trial, shown_names
from ..inputs import Inputs
from . import circumstances, histories
from .condition_words import (
    CHANCE,
    FOUND,
    OF_CRITERION,
    OTHER_SIZE,
    OVERWRITTEN,
    REMARKS,
    STOPPED,
    WHERE,
    Condition,
)
from .second_device import on_another_device

CRITERION = "defaults"
DEVICE = "default-device"
# Axis -> a size beyond every number of the notebooks; all other axes stay small. 575 is one less
# than a multiple of 64: code that counts only full blocks misses much.
LARGE = {
    **dict.fromkeys(("L", "L_q", "L_k", "L_s", "L_t", "n"), 575),
    **{"B": 70, "length": 1030, "V": 1030},  # a table of 1,024 is usual
}
SIZES = "sizes"
IN_TURN = "in-turn"
ONES = "size-one"
OF_A_CALL = LARGE.keys() - {"V"}  # one module takes several of them
AXES = OF_A_CALL | {"h"}  # a batch, heads, lengths: each may be 1
CIRCUMSTANCES = "circumstances"
CRITERIA = (CRITERION, CIRCUMSTANCES, ONES, SIZES)
OF_CALLS = (CHANCE, OVERWRITTEN, OTHER_SIZE, "second-call-differs")  # reported before wrong values
ALL = (DEVICE, *circumstances.ALL, IN_TURN, ONES, SIZES)
_OF_TENSORS = frozenset({DEVICE, "float64", "half", "sliced", "gradient"})
_OF_FLOATS = frozenset({"float64", "half", "gradient"})


def with_conditions(exercise: Exercise) -> Exercise:
    """The exercise with the engine's trials and remarks added after its own.

    Raises:
        ValueError: ``unless`` names an unknown condition.
    """
    if unknown := ", ".join(exercise.unless.keys() - {*ALL}):
        raise ValueError(f"{exercise.id}: unless={unknown} is no condition")
    remarks = {
        **exercise.remarks,
        **{n: r for n, r in REMARKS.items() if n not in exercise.remarks},
    }
    return replace(exercise, trials=partial(_trials, exercise), remarks=remarks)


def table(exercise: Exercise) -> dict[str, str]:
    """Condition -> why it does not apply to the exercise, or "" if it is tried."""
    made = exercise.trials
    own = made.args[0] if isinstance(made, partial) else exercise
    first = _first(own.trials(Inputs(0)))
    return {slug: _reason(own, slug, first) for slug in ALL}


def _reason(exercise: Exercise, slug: str, first: Trial | None) -> str:
    is_module = exercise.id[0].isupper()
    if slug in exercise.unless:
        return exercise.unless[slug]
    if slug in (CHANCE, "shared") and "again" in exercise.unless:
        return exercise.unless["again"]
    if first is None:
        return "there is no trial of values"
    if slug == SIZES:
        sizes = exercise.smallest.sizes if exercise.smallest else {}
        return "" if LARGE.keys() & sizes.keys() else "its arguments have no such size"
    if slug == IN_TURN and not is_module:
        return "every trial calls the one function, with sizes of its own"
    if slug == IN_TURN:
        return "" if _of_a_call(exercise.smallest) else "its arguments have no such size"
    if slug == ONES:
        return "" if exercise.smallest else "it has no inputs of every size (`smallest`)"
    if slug == "other-mode" and not is_module:
        return "a function has no mode"
    if slug in _OF_TENSORS and not values.holds_tensor(first.args):
        return "no argument is a tensor"
    if slug in _OF_FLOATS and not is_module and not values.floating(first.args):
        return "no argument holds floating-point numbers"
    return ""


def _first(trials: list[Trial]) -> Trial | None:
    usual = [t for t in trials if t.criterion == "values"]
    return next((t for t in usual if values.holds_tensor(t.args)), usual[0] if usual else None)


def _trials(exercise: Exercise, inputs: Inputs) -> list[Trial]:
    trials = exercise.trials(inputs)
    first, only_remarks = _first(trials), {*REMARKS, *exercise.remarks}
    if first is None:
        return sorted(trials, key=lambda trial: trial.criterion in only_remarks)
    applies = [s for s in circumstances.ALL if not _reason(exercise, s, first)]
    made = []
    if not _reason(exercise, DEVICE, first):
        _, condition = OF_CRITERION[CRITERION]
        device = replace(
            first,
            name=f"{first.name}, {condition.words}",
            shown=shown_names(exercise, first),
            probe=partial(on_another_device, first.probe),
            criterion=DEVICE if DEVICE in exercise.remarks else CRITERION,
        )
        made.append(device)
    base, *more = (replace(one, shown=shown_names(exercise, one)) for one in _bases(trials, first))
    names = tuple(s for s in applies if s not in only_remarks)
    if names:
        made.append(_under_circumstances(base, names))
        twice = tuple(name for name in names if name in ("again", "other-mode"))
        made += [_under_circumstances(other, twice) for other in more]
    made += [_under_circumstances(base, (s,), s) for s in applies if s in only_remarks]
    if not _reason(exercise, IN_TURN, first):
        made += _in_turn(exercise, inputs)
    if exercise.smallest and ONES not in exercise.unless:
        made += _ones(exercise.smallest, inputs)
    if exercise.smallest and not _reason(exercise, SIZES, first):
        made += _large(exercise.smallest, inputs)
    # trials that decide the outcome run first
    return sorted(trials + made, key=lambda trial: trial.criterion in only_remarks)


def _bases(trials: list[Trial], first: Trial) -> list[Trial]:
    """The trials that are repeated under conditions: the first and the last one with a mask.

    Without masks: the first, or, where not all arguments can be drawn anew (ids), the one with most
    numbers, since its rows can be reordered.
    """
    usual = [t for t in trials if t.criterion == "values"]
    masked = [
        t
        for t in usual
        if not t.verify
        and torch.bool in (types := values.number_types((*t.args, *t.kwargs.values())))
        and not types & circumstances.HALF
    ]
    if masked:
        return list(dict.fromkeys((masked[0], masked[-1])))
    types = values.number_types((*first.args, *first.kwargs.values()))
    if types and torch.int64 not in types:
        return [first]
    return [max(usual, key=_size)]


def _size(trial: Trial) -> int:
    """The count of numbers and strings in a trial's arguments."""
    given = values.flat((*trial.args, *trial.kwargs.values()))
    return sum(v.numel() if isinstance(v, Tensor) else 1 for v in given)


def _under_circumstances(
    base: Trial, names: tuple[str, ...], criterion: str = CIRCUMSTANCES
) -> Trial:
    where = "other circumstances" if criterion == CIRCUMSTANCES else WHERE[criterion]
    return replace(
        base,
        name=f"{base.name}, {where}",
        probe=partial(circumstances.under_circumstances, base.probe, names),
        verify=partial(_verify, base.name),
        count=None,  # it returns what the circumstances changed
        criterion=criterion,
    )


def _verify(base: str, seen: circumstances.Seen, *args: Any, **kwargs: Any) -> Finding | None:
    """A finding on the first circumstance that changed the result; None if none did."""
    where = f'On drawn numbers of the sizes of "{base}"'
    for name, value in seen.items():
        if "error" in value:
            saw = f"{where}, {WHERE[name]}, your code stopped: {value['error']}"
            return Finding(saw, STOPPED.means, STOPPED.try_next, diagnosis=f"stops-{name}")
        wanted, got = value["wanted"], value["got"]
        if alike(got, wanted, OF_CIRCUMSTANCE.get(name)):
            continue
        found = FOUND.get(name, Condition(WHERE.get(name, ""), "", ""))  # a remark has its words
        saw = f"{where}, {found.words}, {difference(name, got, wanted)}."
        names = ", ".join(f"`{n}`" for n in got) if isinstance(got, dict) else ""
        # no pair: its numbers are not those of the trial's arguments
        return Finding(saw, found.means.format(names=names), found.try_next, diagnosis=name)
    return None


def _of_a_call(grid: SizeGrid | None) -> list[dict[str, int]]:
    """Axis -> sizes of the axes that may differ between calls: sequence lengths and batch."""
    if grid is None:
        return []
    sizes = {n: max(v) for n, v in {**grid.sizes, **grid.in_turn}.items() if n in OF_A_CALL}
    batch = {name: sizes.pop(name) for name in ("B",) if name in sizes}
    return [together for together in (sizes, batch) if together]


def _in_turn(exercise: Exercise, inputs: Inputs) -> list[Trial]:
    """Trials that call one module with two sizes, smaller then larger and the other way round."""
    grid = exercise.smallest
    assert grid is not None
    made = []
    for sizes, choose in zip(_of_a_call(grid), (min, max), strict=False):  # without masks, with
        others = {n: choose(v) if set(v) == {0, 1} else max(v) for n, v in grid.sizes.items()}
        smaller = {name: max(2, n - 1) for name, n in sizes.items()}  # size 1 would broadcast
        larger = {name: n + 1 for name, n in smaller.items()}
        small, large = (grid.make(inputs, **others | these) for these in (smaller, larger))
        if small is not None and large is not None:
            both = _sizes_in_words(smaller), _sizes_in_words(larger)
            # of the other trial only probe and arguments: its truth stays outside of the sandbox
            other = circumstances.Call(small.probe, small.args, dict(small.kwargs))
            trial = replace(
                large,
                name=f"{both[0]} and {both[1]} in turn",
                shown=shown_names(exercise, large),
                truth=None,
                probe=partial(histories.in_turn, other, large.probe),
                verify=partial(_verify_turns, *both),
                count=None,
                criterion=CIRCUMSTANCES,
            )
            made.append(trial)
    return made


def _sizes_in_words(sizes: dict[str, int]) -> str:
    return " and ".join(f"{name} = {n}" for name, n in sizes.items())


def _verify_turns(
    small: str, large: str, seen: circumstances.Seen, *args: Any, **kwargs: Any
) -> Finding | None:
    """A finding on the first order of sizes whose second call differs from a call alone."""
    found = FOUND[OTHER_SIZE]
    for name, value in seen.items():
        first, second = (small, large) if name == "larger" else (large, small)
        where = found.words.format(first=first, second=second)
        if "error" in value:
            saw = f"{where} your code stopped: {value['error'].rstrip('.')}."
            return Finding(saw, found.means, found.try_next, diagnosis=OTHER_SIZE)
        wanted, got = value["wanted"], value["got"]
        if not alike(got, wanted, None):
            saw = f"{where}, {difference(OTHER_SIZE, got, wanted)}."
            return Finding(saw, found.means, found.try_next, diagnosis=OTHER_SIZE)
    return None


def _ones(grid: SizeGrid, inputs: Inputs) -> list[Trial]:
    """Trials with one axis at a time of size 1, and a last one with all axes of size 1."""
    axes = [name for name in grid.sizes if name in AXES]
    sizes = {name: max(sizes) for name, sizes in grid.sizes.items()}
    sizes |= {name: 1 for name in sizes if name == "num_layers"}  # more than one is slow
    for name in (n for n in axes if n != "h"):  # heads have to divide
        others = {size for other, size in sizes.items() if other != name}
        sizes[name] = next(n for n in range(2, 99) if n not in others)
    alone = [{name: 1} for name in axes]
    together = [dict.fromkeys(axes, 1)] if len(axes) > 1 else []
    made = []
    for ones in alone + together:
        trial = grid.make(inputs, **(sizes | ones))
        if trial is not None:
            name = " = ".join([*ones, "1"])
            made.append(replace(trial, name=f"{name}, an axis of one", criterion=ONES))
    return made


def _large(grid: Any, inputs: Inputs) -> list[Trial]:
    """Trials on the smallest useful input, with one size at a time made large."""
    made = []
    for letter in (n for n in LARGE if n in grid.sizes):
        sizes = {name: max(values) for name, values in grid.sizes.items()}
        sizes |= {n: min(grid.sizes[n]) for n in sizes if n in {*AXES, *LARGE, "num_layers"}}
        trial = grid.make(inputs, **(sizes | {letter: LARGE[letter]}))
        if trial is not None:
            name = f"{letter} = {LARGE[letter]}"
            # of many rows one has hardly any variance, where a norm shows how sums are rounded
            relative, absolute = trial.tolerance or (0.0, 0.0)
            wide = (max(1e-2, relative), max(1e-3, absolute))
            made.append(replace(trial, name=name, criterion=SIZES, tolerance=wide))
    return made
