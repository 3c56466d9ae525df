"""Describe an error of the learner's code: its text, the learner's own line, and what stood there.

Reads what is there and runs none of the learner's code.
"""

from __future__ import annotations

import ast
import linecache
import traceback
from pathlib import Path
from types import FrameType

from torch import Tensor

from ..observation import Raised
from .learner_line import LONGEST, parse_part

PACKAGE = str(Path(__file__).resolve().parents[2])
LIBRARIES = ("site-packages", "dist-packages", "<__array_function__", "<string>", "<the course's")
_MISSING = object()


def describe(error: BaseException) -> Raised:
    """The error's type and message, and the deepest line that the learner wrote."""
    try:
        message = str(error)[:2000]
    except Exception as why:
        message = f"(a message that cannot be shown: its __str__ raised {type(why).__name__})"
    trace = error.__traceback__
    frames = [
        (frame, here[0])
        for frame, here in zip(traceback.extract_tb(trace), traceback.walk_tb(trace), strict=False)
        if not frame.filename.startswith(PACKAGE)
        and not any(p in frame.filename for p in LIBRARIES)
        and "/lib/python3" not in frame.filename
    ]
    name, message = type(error).__name__, printable(message)
    if not frames:
        return Raised(name, message)
    last, frame = frames[-1]
    inside = last.name if last.filename != frames[0][0].filename else ""
    part = _part(last)
    try:
        holds = _holds(part, frame)
    except Exception:  # an object of the learner's that fails when it is looked at
        holds = {}
    return Raised(name, message, last.line or "", last.lineno or 0, part, inside, holds)


def printable(text: str) -> str:
    """The text without lone surrogates, which no page can show."""
    return text.encode("utf-8", "backslashreplace").decode()


def _part(frame: traceback.FrameSummary) -> str:
    """The failing expression, such as ``q.size[0]`` of ``q @ k / q.size[0]``."""
    if None in (frame.lineno, frame.end_lineno, frame.colno, frame.end_colno):
        return ""
    numbers = range(frame.lineno, frame.end_lineno + 1)  # type: ignore[arg-type, operator]
    lines = [linecache.getline(frame.filename, n).encode(errors="replace") for n in numbers]
    lines[-1] = lines[-1][: frame.end_colno]  # columns count bytes
    lines[0] = lines[0][frame.colno :]
    return b"".join(lines).decode(errors="replace")[:LONGEST]


def _holds(part: str, frame: FrameType) -> dict[str, str]:
    """What each name in the failing expression holds: "Tensor(2, 3)", or the name of its type."""
    tree = parse_part(part)
    names = dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name)) if tree else {}
    found = ((n, frame.f_locals.get(n, frame.f_globals.get(n, _MISSING))) for n in names)
    return {
        name: f"Tensor{tuple(value.shape)}" if isinstance(value, Tensor) else type(value).__name__
        for name, value in found
        if value is not _MISSING
    }
