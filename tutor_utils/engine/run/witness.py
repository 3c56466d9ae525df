"""Record what the names in the failing line held: types, shapes, swapped arguments.

Reads what is there and runs none of the learner's code.
"""

from __future__ import annotations

import ast
import inspect
from difflib import get_close_matches
from itertools import islice
from types import CodeType, FrameType
from typing import Any

from torch import Tensor, nn

from .learner_line import LONGEST, given_names, misplaced, parse_part

MOST_KEYS = 300
_MISSING = object()


def holds(part: str, frame: FrameType) -> tuple[tuple[str, str], ...]:
    """What each name in ``part`` holds: "Tensor(2, 3)", or the name of its type."""
    tree = parse_part(part)
    names = dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name)) if tree else {}
    found = ((name, _value(name, frame)) for name in names)
    return tuple((name, _kind(value)) for name, value in found if value is not _MISSING)


def call(part: str, frame: FrameType) -> tuple[str, str, tuple[str, ...]]:
    """The failing call, what it calls, and its parameter names in order."""
    tree = parse_part(part)
    code = _code(_found(tree.func, frame)) if isinstance(tree, ast.Call) else None
    if code is None:
        return "", "", ()
    names = code.co_varnames[: code.co_argcount]
    name = code.co_qualname.rpartition("<locals>.")[-1]
    return part, name, names[1:] if names[:1] == ("self",) else names


def slipped(part: str, frame: FrameType) -> bool:
    """Whether an argument of the call is in another parameter's position."""
    tree = parse_part(part)
    return isinstance(tree, ast.Call) and misplaced(tree, call(part, frame)[-1]) != []


def options(part: str, frame: FrameType) -> str:
    """The name of ``**options`` that was passed to the call as one dict, in another's position."""
    code = frame.f_code
    if not code.co_flags & inspect.CO_VARKEYWORDS:
        return ""
    plain = code.co_argcount + code.co_kwonlyargcount
    name = code.co_varnames[plain + bool(code.co_flags & inspect.CO_VARARGS)]
    tree = parse_part(part)
    if not isinstance(tree, ast.Call):
        return ""
    places = dict(zip(given_names(tree), call(part, frame)[-1], strict=False))
    return name if places.get(name, name) != name else ""


def near_key(part: str, frame: FrameType, error: BaseException) -> str:
    """The key of the dict that is most similar to the missing one."""
    tree = parse_part(part)
    if isinstance(tree, ast.Call):  # given.pop(name)
        tree = tree.func
    if type(error) is not KeyError or not isinstance(tree, (ast.Subscript, ast.Attribute)):
        return ""
    asked, of = error.args[0] if error.args else None, _found(tree.value, frame)
    if type(asked) is not str or not isinstance(of, dict):
        return ""
    keys = [key for key in islice(dict.keys(of), MOST_KEYS) if type(key) is str]
    near = get_close_matches(asked, keys)
    return near[0][:LONGEST] if near else ""


def _value(name: str, frame: FrameType) -> Any:
    return frame.f_locals.get(name, frame.f_globals.get(name, _MISSING))


def _kind(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"Tensor{tuple(value.shape)}"
    return type(value).__name__


def _found(node: ast.AST, frame: FrameType) -> Any:
    """The value of a name or of ``self.part``; properties are not evaluated."""
    if isinstance(node, ast.Name):
        return _value(node.id, frame)
    if not isinstance(node, ast.Attribute):
        return _MISSING
    owner = _found(node.value, frame)
    if owner is _MISSING:
        return _MISSING
    parts = vars(owner).get("_modules") or {} if isinstance(owner, nn.Module) else {}
    if node.attr in parts:
        return parts[node.attr]
    return inspect.getattr_static(owner, node.attr, _MISSING)


def _code(thing: Any) -> CodeType | None:
    """The code object of what is called; None if it is no Python code, or takes ``*args``."""
    if isinstance(thing, nn.Module):
        thing = type(thing).forward
    elif inspect.isclass(thing):
        thing = thing.__init__
    code = getattr(getattr(thing, "__func__", thing), "__code__", None)
    known = inspect.iscode(code) and not code.co_flags & inspect.CO_VARARGS
    return code if known else None
