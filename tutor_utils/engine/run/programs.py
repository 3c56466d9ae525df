"""Run the programs that small edits make of a learner's code, as cheaply as the trials allow.

This may run beside a stranger's code: it holds no truth, and judges nothing.
"""

from __future__ import annotations

import builtins
import copy
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import count
from types import CodeType, FrameType
from typing import Any

import torch

from ... import noted
from ..exercise import Trial
from ..observation import Observed, OutOfTime, Raised, plain
from ..seeds import seed

FILE = "<your code>"  # of every program
ROUND = "_a_round_begins"  # a function that counts the rounds of `while` loops
NOTED = "_what_this_gives"  # a function: it keeps its argument and gives it back
ROUNDS = 20_000  # of all `while` loops of one program together
_KEPT = 1_000  # values of one piece of code


def define(program: CodeType, name: str, names: Mapping[str, Any], **more: Any) -> Any:
    """The object of that name that a program defines; None where it defines none.

    Args:
        names: What the program sees.
        more: Further names that it sees.
    """
    rounds = count()

    def begun() -> None:
        if next(rounds) > ROUNDS:
            raise OutOfTime(f"more than {ROUNDS} rounds")

    space = {"__name__": "__main__", "__builtins__": builtins, **names, **more, ROUND: begun}
    try:
        exec(program, space)
    except Exception:
        return None
    return space.get(name)


def run(trial: Trial, answer: Any) -> Observed:
    """What an answer gives in a trial, on copies of its arguments; less is watched than in a check.

    Raises:
        OutOfTime: a limit around the call was reached.
    """
    args = tuple(map(_copied, trial.args))
    kwargs = {name: _copied(value) for name, value in trial.kwargs.items()}
    seed(0, anew=True)
    noted.begin(trial.name)
    try:
        given = plain(trial.probe(answer, *args, **kwargs), set())
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:
        return Observed(raised=Raised(type(error).__name__, str(error)[:200]))
    value = trial.counted(given, noted.so_far())
    pairs = zip((*args, *kwargs.values()), (*trial.args, *trial.kwargs.values()), strict=True)
    if trial.criterion == "values" and not all(_same(a, b) for a, b in pairs):
        return Observed(value, changed=("argument",))
    return Observed(value)


def values_noted(define: Callable[..., Any], run: Callable[[Any], Any]) -> list[Any]:
    """What a marked piece of code gave, each time that it was reached.

    Args:
        define: Makes the answer; the names that its program sees besides are keywords.
        run: Runs it.
    """
    seen: list[Any] = []

    def note(value: Any) -> Any:
        if len(seen) < _KEPT:
            seen.append(plain(value, set()))
        return value

    answer = define(**{NOTED: note})
    if answer is not None:
        run(answer)
    return seen


def counted(run: Callable[[], Observed]) -> tuple[Observed, int]:
    """Run something; return what was seen, and how many functions were called.

    The count says what it costs, and says the same on a slow machine as on a fast one.
    """
    calls = 0

    def count_calls(frame: FrameType, event: str, given: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_calls)
    try:
        seen = run()
    finally:
        sys.setprofile(before)
    return seen, calls


def traced(run: Callable[[], Observed]) -> tuple[Observed, set[int], dict[str, set[str]]]:
    """Run something; return what was seen, the learner's lines that it reached, and their types.

    Types are those of each name that the lines use.
    """
    lines: set[int] = set()
    held: dict[str, set[str]] = defaultdict(set)

    def inside(frame: FrameType, event: str, given: Any) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        elif event in ("return", "exception"):
            for name, value in frame.f_locals.items():
                if value is not None:
                    held[name].add(type_of(value))
                if name == "self" and isinstance(value, torch.nn.Module):
                    _attributes(value, held)
        return inside

    def entered(frame: FrameType, event: str, given: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        lines.add(frame.f_lineno)
        return inside

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        seen = run()
    finally:
        sys.settrace(before)
    return seen, lines, held


def _attributes(module: torch.nn.Module, held: dict[str, set[str]]) -> None:
    for table in (vars(module), module._parameters, module._buffers, module._modules):
        for name, value in table.items():
            if value is not None and not name.startswith("_"):
                held[f"self.{name}"].add(type_of(value))


def type_of(value: Any) -> str:
    """The name of a value's type, of a list's first element too; every layer is a Module."""
    if isinstance(value, torch.nn.Module):
        return "Module"
    if isinstance(value, (list, tuple)) and value:
        return f"{type(value).__name__}[{type(value[0]).__name__}]"
    return "Tensor" if isinstance(value, torch.Tensor) else type(value).__name__


def _copied(value: Any) -> Any:
    if type(value) is torch.Tensor and value.is_contiguous():
        return value.detach().clone().requires_grad_(value.requires_grad)
    if value is None or type(value) in (int, float, str, bool):
        return value
    if type(value) in (list, tuple):
        return type(value)(map(_copied, value))
    return copy.deepcopy(value)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        same = one.shape == other.shape and one.dtype == other.dtype
        return same and torch.equal(one.detach(), other.detach())
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    return True
