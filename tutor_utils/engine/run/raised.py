"""Describe an error of the learner's code: its message, the learner's line, the values there.

None of the learner's code is run.
"""

from __future__ import annotations

import ast
import dis
import inspect
import linecache
import re
import traceback
from pathlib import Path
from types import FrameType

from torch import Tensor

from ..observation import Raised
from .learner_line import LONGEST, STAR, parse_part

PACKAGE = str(Path(__file__).resolve().parents[2])
LIBRARIES = ("site-packages", "dist-packages", "<__array_function__", "<string>", "<the course's")
_LOCAL = re.compile(r"^.*<locals>\.")  # the place of a definition is noise in a message
_MISSING = object()


def describe(error: BaseException, *, wanted: bool = False) -> Raised:
    """The error's type and message, and the deepest line that the learner wrote.

    Args:
        wanted: The trial asks for an error; of one, nobody needs the line.
    """
    try:
        message = str(error)[:2000]
    except Exception as why:
        message = f"(a message that cannot be shown: its __str__ raised {type(why).__name__})"
    name, message = type(error).__name__, printable(message)
    if wanted and isinstance(error, Exception):
        return Raised(name, message)
    every = [*traceback.walk_tb(error.__traceback__)]
    summaries = traceback.extract_tb(error.__traceback__)
    frames = [
        (summary, here[0])
        for summary, here in zip(summaries, every, strict=False)
        if not summary.filename.startswith(PACKAGE)
        and not any(p in summary.filename for p in LIBRARIES)
        and "/lib/python3" not in summary.filename
    ]
    if not frames:
        return Raised(name, message)
    last, frame = frames[-1]
    own = [summary for summary, _ in frames if summary.filename == frames[0][0].filename][-1]
    elsewhere = last.filename != own.filename
    part = _part(last)
    try:
        holds = _holds(part, frame)
    except Exception:  # an object of the learner's may raise when it is printed
        holds = {}
    return Raised(
        name,
        message,
        last.line or "",
        last.lineno or 0,
        part,
        _LOCAL.sub("", frame.f_code.co_qualname) if elsewhere else "",
        holds,
        (own.line or "") if elsewhere else "",
        (own.lineno or 0) if elsewhere else 0,
        _refuses(every[-1], frames[0][0].filename),
    )


def _refuses(deepest: tuple[FrameType, int], cell: str) -> bool:
    """Whether code that the answer calls raised the error by a `raise` statement."""
    frame, _ = deepest
    where = frame.f_code.co_filename
    library = any(p in where for p in LIBRARIES[:-1]) or "/lib/python3" in where
    at_raise = frame.f_code.co_code[frame.f_lasti] == dis.opmap["RAISE_VARARGS"]
    return at_raise and where != cell and not library


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
    """Name -> its value in the failing expression: "Tensor(2, 3)", or the name of its type."""
    tree = parse_part(part)
    names = dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name)) if tree else {}
    found = ((n, frame.f_locals.get(n, frame.f_globals.get(n, _MISSING))) for n in names)
    holds = {
        name: f"Tensor{tuple(value.shape)}" if isinstance(value, Tensor) else type(value).__name__
        for name, value in found
        if value is not _MISSING
    }
    star = inspect.getargs(frame.f_code).varargs
    return holds | {star: STAR} if star in holds and holds[star] == "tuple" else holds
