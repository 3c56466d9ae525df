"""Does an answer remember earlier calls? Compare with a copy that has not been called."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import linecache
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from torch import nn

from ..conditions import conditions
from ..evidence import Evidence
from ..exercise import Trial
from ..observation import Observed
from ..run.observe import run_trial, run_trials
from ..run.watch import around_modules
from .judge import all_right, not_met

SLUG = "earlier-calls-remembered"
MEANS = (
    "Called first, with these arguments, your code does what it should. After other calls it does "
    "not: it keeps something from one call to the next."
)
TRY_NEXT = (
    "Look for what is kept outside of the call: on `self`, in a dictionary, a list or a table "
    "under a global name, in a default value that changes, in a cache. Leave it out. Or let it "
    "depend on all arguments, and give each caller a copy."
)
# These criteria are about several calls, or side effects, and have words of their own.
_TOLD_ELSEWHERE = ("arguments", "settings", conditions.CIRCUMSTANCES)
_COURSE = __package__.partition(".")[0]
_KEEPERS = (ast.Dict, ast.List, ast.Set, ast.Constant)
_OF_EVERY_MODULE = vars(nn.Module()).keys()


def remembers(evidence: Evidence, answer: Any, criterion: str) -> bool:
    """Whether every failed trial passes when each of its calls is the first one.

    A copy that is called like the answer must fail like the answer; otherwise the two may differ in
    a name that another cell has changed, and the result is False.
    """
    make = None if criterion in _TOLD_ELSEWHERE else _maker(answer)
    if make is None:
        return False
    first = replace(evidence, seen={}, run=partial(_run_called_first, make), _findings={})
    wrong = not_met(evidence, criterion)
    if not wrong or not all(all_right(first, trial) for trial in wrong):
        return False
    after_others = run_trials(evidence.trials.values(), make())
    again = replace(evidence, seen=after_others, _findings={})
    return not any(all_right(again, trial) for trial in wrong)


def _run_called_first(make: Callable[[], Any], trial: Trial) -> Observed:
    """Run a trial in which every call is the first one of its function or module."""
    stood: dict[nn.Module, dict[nn.Module, dict[str, Any]]] = {}

    def as_at_first(module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        # hooks and counters of the check itself stay
        if not type(module).__module__.startswith(_COURSE):
            if module not in stood:
                stood[module] = {part: _own(part) for part in module.modules()}
            for part, own in stood[module].items():
                for name in _own(part):
                    delattr(part, name)
                vars(part).update({name: _copied(value) for name, value in own.items()})
        return module(*args, **kwargs)

    with around_modules(nn.Module, as_at_first):
        return run_trial(trial, _called_first(make))


def _own(module: nn.Module) -> dict[str, Any]:
    """A module's attributes other than parameters, buffers and submodules."""
    return {n: _copied(v) for n, v in vars(module).items() if n not in _OF_EVERY_MODULE}


def _copied(value: Any) -> Any:
    return copy.copy(value) if isinstance(value, (list, dict, set)) else value


def _called_first(make: Callable[[], Any]) -> Any:
    """A class as it is; a function wrapped so that each call runs on a fresh copy."""
    answer = make()
    if isinstance(answer, type):
        return answer

    @functools.wraps(answer)
    def call(*args: Any, **kwargs: Any) -> Any:
        return make()(*args, **kwargs)

    return call


def _maker(answer: Any) -> Callable[[], Any] | None:
    """A function that runs the answer's cell again and returns the new object; None if impossible.

    Only definitions run: imports, functions, classes, and names that begin empty.
    """
    function = inspect.unwrap(answer)
    if isinstance(answer, type):
        function = next((v for v in vars(answer).values() if inspect.isfunction(v)), None)
    if not inspect.isfunction(function):
        return None
    where, before = function.__code__.co_filename, dict(function.__globals__)
    try:
        tree = ast.parse("".join(linecache.getlines(where)))
        tree.body = [node for node in tree.body if _defines(node)]
        code = compile(tree, where, "exec")
    except (SyntaxError, ValueError):  # a cell with IPython's own syntax
        return None

    def make() -> Any:
        names = dict(before)
        exec(code, names)
        return names[answer.__name__]

    try:
        make()
    except Exception:  # the cell needs a name that is not there
        return None
    return make


def _defines(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        value = node.value
        made_empty = isinstance(value, ast.Call) and not value.args and not value.keywords
        return isinstance(value, _KEEPERS) or made_empty
    return isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))
