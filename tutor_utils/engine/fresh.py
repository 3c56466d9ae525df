"""Does an answer remember its earlier calls? A copy that has seen none of them tells."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import linecache
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import conditions
from .evidence import Evidence
from .judge import all_right, not_met
from .observe import run_trial, run_trials

SLUG = "earlier-calls-remembered"
MEANS = (
    "Called first, with these arguments, your code does what it should. After other calls it does "
    "not: it keeps something from one call to the next."
)
TRY_NEXT = (
    "Look for what is kept outside of the call: a dictionary, a list or a table under a global "
    "name, a default value that changes, a cache. Leave it out. Or let it depend on all arguments, "
    "and give each caller a copy."
)
# These look at more than one call, or beside it, and have words of their own.
_TOLD_ELSEWHERE = ("arguments", "settings", conditions.CIRCUMSTANCES)
_KEEPERS = (ast.Dict, ast.List, ast.Set, ast.Constant)


def remembers(evidence: Evidence, answer: Any, criterion: str) -> bool:
    """Whether all that fails a criterion goes well where each call is the first one of all.

    And whether a copy goes wrong as the answer did where it is called as the answer was: else the
    two may differ in a name that another cell has changed.
    """
    make = None if criterion in _TOLD_ELSEWHERE else _maker(answer)
    if make is None:
        return False
    first = replace(
        evidence, seen={}, run=lambda t: run_trial(t, _called_first(make)), _findings={}
    )
    wrong = not_met(evidence, criterion)
    if not wrong or not all(all_right(first, trial) for trial in wrong):
        return False
    after_others = run_trials(evidence.trials.values(), make())
    again = replace(evidence, seen=after_others, _findings={})
    return not any(all_right(again, trial) for trial in wrong)


def writes_a_global(answer: Any) -> bool:
    """Whether a function says ``global``: it may behave like any known mistake by chance."""
    code = getattr(inspect.unwrap(answer), "__code__", None)
    if code is None:
        return False
    return any(step.opname == "STORE_GLOBAL" for step in dis.get_instructions(code))


def _called_first(make: Callable[[], Any]) -> Any:
    """A class that has no object yet; of a function one whose every call is its first."""
    answer = make()
    if isinstance(answer, type):
        return answer

    @functools.wraps(answer)
    def call(*args: Any, **kwargs: Any) -> Any:
        return make()(*args, **kwargs)

    return call


def _maker(answer: Any) -> Callable[[], Any] | None:
    """Gives the object that its cell defines when it is run once more; None where none can tell.

    Only what defines something runs: imports, functions, classes, and names that begin empty.
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
    except (SyntaxError, ValueError):  # a text that is no Python alone
        return None

    def make() -> Any:
        names = dict(before)
        exec(code, names)
        return names[answer.__name__]

    try:
        make()
    except Exception:  # a name that came from elsewhere
        return None
    return make


def _defines(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        value = node.value
        made_empty = isinstance(value, ast.Call) and not value.args and not value.keywords
        return isinstance(value, _KEEPERS) or made_empty
    return isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))
