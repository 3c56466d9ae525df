"""Find which expression was None where a value was needed, by the form of the message."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from ...run.learner_line import LearnerLine, last_name, shown
from .asks import LIST_METHODS, Found, Match


def _none(node: ast.AST | None) -> dict[str, Any] | None:
    return None if node is None else {"node": node, "what": f"`{shown(node)}`"}


def _none_owner(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    name = m.groupdict().get("name")
    if line.called() == name:
        return _none(line.arguments()[0])  # F.softmax(x) asks x for its softmax
    if name and isinstance(line.failed, ast.Call):
        return None  # it was asked for inside of what is called
    return _none(line.owner())


def _none_operand(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    sides = line.operands()
    types = [t for t in (m.groupdict().get("left"), m.groupdict().get("right")) if t]
    if len(sides) == len(types) and types.count("NoneType") == 1:
        return _none(sides[types.index("NoneType")])
    return None


def _none_argument(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    """The argument that is None: the one at the message's position, or the only one."""
    given = line.arguments()
    types = (m.groupdict().get("types") or "").split(", ")
    if types.count("NoneType") == 1 and len(types) == len(given):
        return _none(given[types.index("NoneType")])
    only = len(given) == 1 and m.groupdict().get("argument") in ("input", "indices", "self", None)
    return _none(given[0]) if only else None


def _none_source(_: Match, line: LearnerLine) -> dict[str, Any] | None:
    return _none(line.assigned() or line.iterated())


def _unseen(_: Match, __: LearnerLine) -> None:
    """The words where the line does not show which expression was None."""


def _is_call_of(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in names


_KINDS: dict[str, Callable[[Any], bool]] = {
    "mask": lambda node: "mask" in last_name(node).lower(),
    "grad": lambda node: last_name(node) == "grad",
    "list_method": lambda node: _is_call_of(node, *LIST_METHODS),
    "get": lambda node: _is_call_of(node, "get") and len(node.args) == 1,
    "call": lambda node: isinstance(node, ast.Call),
    "any": lambda node: True,
}

_NONE_FORMS: tuple[tuple[str, Callable[[Match, LearnerLine], dict[str, Any] | None]], ...] = (
    (r"'NoneType' object has no attribute '(?P<name>\w+)'", _none_owner),
    (r"'NoneType' object is not (?:subscriptable|callable)", _none_owner),
    (r"'NoneType' object does not support item assignment", _none_owner),
    (r"bad operand type for unary .: '(?P<left>NoneType)'", _none_operand),
    (
        r"(?:operand type\(s\) for .*:|between instances of) "
        r"'(?P<left>[\w.]+)' and '(?P<right>[\w.]+)'",
        _none_operand,
    ),
    (
        r"argument '(?P<argument>\w+)'.*must be (?:Tensor|tuple of Tensors), not NoneType",
        _none_argument,
    ),
    (r"must be real number, not NoneType|'NoneType' has no len\(\)", _none_argument),
    (r"expected Tensor as element \d+ in argument \d+, but got NoneType", _unseen),
    (r"combination of arguments - got \((?P<types>[\w, ]*\bNoneType[\w, ]*)\)", _none_argument),
    (r"'NoneType' object is not iterable|non-iterable NoneType object", _none_source),
    (r"argument of type 'NoneType' is not iterable", _unseen),
)


def none(m: Match, line: LearnerLine, kind: str) -> Found:
    """Whether something of that kind is None where a value is wanted; "unseen" asks for no line."""
    for pattern, where in _NONE_FORMS:
        form = re.search(pattern, m.string, re.DOTALL)
        if form and kind == "unseen":
            return True
        found = where(form, line) if form else None
        if found and found["what"] != "``":
            return _KINDS[kind](found["node"]) and found
    return None
