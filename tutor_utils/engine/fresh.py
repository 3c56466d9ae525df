"""Does an answer remember its earlier calls? A copy that has seen none of them tells."""

from __future__ import annotations

import ast
import inspect
import linecache
from typing import Any

from .evidence import Evidence
from .observe import run_trial
from .replay import goes_well

SLUG = "earlier-calls-remembered"
MEANS = (
    "Called first, with these arguments, your code gives the right result. After other calls it "
    "does not: it keeps something from one call to the next."
)
TRY_NEXT = (
    "Look for what is kept outside of the call: a dictionary, a list or a table under a global "
    "name, a default value that changes, a cache. Leave it out, or let it depend on all arguments."
)
_KEEPERS = (ast.Dict, ast.List, ast.Set, ast.Constant)


def remembers(evidence: Evidence, answer: Any) -> bool:
    """Whether each value that went wrong is right where the call is the first one of all."""
    wrong = [
        trial
        for trial in evidence.of_criterion("values")
        if not goes_well(evidence, trial, evidence.observed(trial))
    ]
    for trial in wrong:
        copy = _anew(answer)
        if copy is None or not goes_well(evidence, trial, run_trial(trial, copy)):
            return False
    return bool(wrong)


def _anew(answer: Any) -> Any:
    """The object that its cell defines when it is run once more; None where that cannot be told.

    Only what defines something runs: imports, functions, classes, and names that begin empty.
    """
    function = inspect.unwrap(answer)
    if isinstance(answer, type):
        function = next((v for v in vars(answer).values() if inspect.isfunction(v)), None)
    if not inspect.isfunction(function):
        return None
    where = function.__code__.co_filename
    names = dict(function.__globals__)
    try:
        tree = ast.parse("".join(linecache.getlines(where)))
        tree.body = [node for node in tree.body if _defines(node)]
        exec(compile(tree, where, "exec"), names)
    except Exception:  # a text that is no Python alone, or a name that came from elsewhere
        return None
    return names.get(answer.__name__)


def _defines(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        value = node.value
        made_empty = isinstance(value, ast.Call) and not value.args and not value.keywords
        return isinstance(value, _KEEPERS) or made_empty
    return isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))
