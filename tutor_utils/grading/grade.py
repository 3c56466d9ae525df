"""``python3 -m tutor_utils grade``: says at once where nothing changed since the last run.

It looks at bytes alone: to load PyTorch and to read every notebook takes
longer than all that is left to do. Anything else is ``cli``'s.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from . import arguments, sandbox
from .names import GRADEBOOK, RULES

COURSE = Path(__file__).resolve().parents[2]
_SOURCES = ("tutor_utils", "solutions", "notebooks")
_KINDS = (".py", ".html", ".css", ".js", ".toml", ".txt", ".ipynb")
_NOTE = "last run"
MOST_READ = 2**30  # bytes of one file: a larger one is known by its size and time
_OF_THE_TERMINAL = ("LANG", "LC_", "PYTHONUTF8", "PYTHONUNBUFFERED")


def main(argv: list[str]) -> int:
    """Mark a class; return the exit code."""
    given = arguments.parser().parse_args(argv)
    if given.intake:
        return _mark(argv)[0]
    state = _state(argv, given)
    if not (given.again or given.only or given.exercise):
        told = _told(given.out)
        if told and told["state"] == [state, _written(given.out)]:
            print("Nothing changed since the last run.", *told["lines"], sep="\n")
            return int(told["code"])
    _begin_anew(argv, state)
    return mark(argv, state)


def mark(argv: list[str], state: str) -> int:
    """Mark a class, and note that nothing changed as long as its ``state`` stays."""
    out = arguments.parser().parse_args(argv).out
    code, lines = _mark(argv)
    if lines:
        note = {"state": [state, _written(out)], "lines": lines, "code": code}
        with closing(sqlite3.connect(out / GRADEBOOK, timeout=300)) as book, book:
            book.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (_NOTE, json.dumps(note)))
    return code


def _begin_anew(argv: list[str], state: str) -> None:
    """Become ``cli.clean_start``. Comes back where this process is no program of its own."""
    program = getattr(sys.modules["__main__"], "__spec__", None)
    if sys.platform != "linux" or getattr(program, "name", "") != "tutor_utils.__main__":
        return
    terminal = {k: v for k, v in os.environ.items() if k.startswith(_OF_THE_TERMINAL)}
    terminal["PYTHONIOENCODING"] = f"{sys.stdout.encoding}:backslashreplace"
    order = os.memfd_create("order", 0)  # without flags: it stays open
    os.write(order, json.dumps([argv, state, dict(os.environ)]).encode())
    sys.stdout.flush()
    command = [sys.executable, "-P", "-m", "tutor_utils.cli.clean_start", str(order)]
    os.execve(sys.executable, command, sandbox.server_environment() | terminal)


def _mark(argv: list[str]) -> tuple[int, list[str]]:
    gc.disable()  # looking through what is being loaded would only take time
    from . import cli

    gc.freeze()
    gc.enable()
    lines: list[str] = []
    return cli.main(argv, lines), lines


def _told(out: Path) -> dict[str, Any] | None:
    """What the last run said, where it came to its end."""
    with suppress(sqlite3.Error, ValueError, TypeError):
        path = out.resolve() / GRADEBOOK
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as book:
            row = book.execute("SELECT value FROM setting WHERE name = ?", (_NOTE,)).fetchone()
        return json.loads(row[0]) if row else None
    return None


def _state(argv: list[str], given: argparse.Namespace) -> str:
    """A text that changes with the command, the class, its rules and the course."""
    digest = hashlib.sha256(repr((argv, str(Path.cwd()), sys.version)).encode("utf-8", "replace"))
    for path in _inputs(given):
        digest.update(repr(str(path)).encode("utf-8", "replace"))
        with suppress(OSError):
            info = path.lstat()
            digest.update(str((info.st_mode, info.st_mtime_ns, info.st_size)).encode())
            if path.is_file() and not path.is_symlink() and info.st_size <= MOST_READ:
                with path.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _inputs(given: argparse.Namespace) -> Iterator[Path]:
    top = given.submissions
    yield from sorted(top.rglob("*")) if top.is_dir() else [top]
    rules = [top / RULES, top.parent / RULES]
    yield from rules
    yield from [given.roster] if given.roster else []
    for path in rules:
        with suppress(OSError, ValueError, TypeError, KeyError):
            yield path.parent / tomllib.loads(path.read_text("utf-8-sig"))["roster"]
    for name in _SOURCES:
        yield from (p for p in sorted((COURSE / name).rglob("*")) if p.suffix in _KINDS)


def _written(out: Path) -> list[object]:
    """What there is of results, and of what people decided: it may be other than was written."""
    files = [p for kind in ("*.*", "feedback/*") for p in sorted(out.glob(kind))]
    stats = [(p.name, p.stat().st_size, p.stat().st_mtime_ns) for p in files if p.name != GRADEBOOK]
    decided: list[object] = []
    with suppress(sqlite3.Error), closing(sqlite3.connect(out / GRADEBOOK, timeout=300)) as book:
        decided += [book.execute("SELECT max(id) FROM decision").fetchone()[0]]
        decided += [book.execute("SELECT max(id) FROM mark").fetchone()[0]]
        decided += [list(map(list, book.execute("SELECT id, state, answer FROM request")))]
    return [hashlib.sha256(repr(stats).encode("utf-8", "replace")).hexdigest(), decided]
