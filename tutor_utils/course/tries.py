"""The history of a learner's answers: each checked version, as a dated file.

``my_transformer/history/split_heads/2026-11-21 21.47.05 passed.py`` holds the cell. No file of the
history is ever deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .. import files
from . import store
from .syntax import same_code

_STAMP = "%Y-%m-%d %H.%M.%S"  # no colons, which Windows forbids in file names
KEPT = "kept"  # saved before the cell was overwritten


@dataclass(frozen=True)
class Try:
    """One version of an exercise's cell.

    Attributes:
        when: local time, to the second.
        what: "passed", "failed", "error" or "kept".
        code: the cell.
    """

    when: datetime
    what: str
    code: str
    path: Path

    @property
    def date(self) -> str:
        """The date as ``2026-11-21 21:47``."""
        return f"{self.when:%Y-%m-%d %H:%M}"


def all_tries(exercise: str) -> list[Try]:
    """All tries of an exercise, newest first; unreadable files are skipped."""
    return list(_newest_first(exercise))


def _newest_first(exercise: str) -> Iterator[Try]:
    """Read the tries one at a time, newest first, since most callers need only the newest."""
    dated = []
    for path in _folder(exercise).glob("*.py"):
        stamp, _, what = path.stem.rpartition(" ")
        with suppress(OSError, ValueError):
            # of two within a second, the file that was written later
            written = path.stat().st_mtime_ns
            dated.append((datetime.strptime(stamp, _STAMP), written, what.partition("~")[0], path))
    for when, _, what, path in sorted(dated, reverse=True):
        with suppress(OSError, ValueError):
            yield Try(when, what, path.read_text("utf-8").rstrip("\n"), path)


def keep(exercise: str, what: str, code: str) -> Path:
    """Save a version, unless the newest one is the same. Returns its file.

    Raises:
        OSError: it cannot be written.
    """
    code = code.rstrip("\n")
    newest = next(_newest_first(exercise), None)
    if newest and newest.what in (what, KEPT) and newest.code == code:
        return newest.path
    path = _folder(exercise) / f"{datetime.now():{_STAMP}} {what}.py"
    if path.exists():  # two within a second
        path = files.free_name(path, "~")
    files.write(path, code + "\n")
    return path


def put_aside(exercise: str, texts: Iterable[str]) -> list[Path]:
    """Save the texts that are not in the history yet, before they are replaced."""
    copies = []
    for text in texts:
        if text.strip() and not any(same_code(text, each.code) for each in all_tries(exercise)):
            copies.append(keep(exercise, KEPT, text))
    return copies


def _folder(exercise: str) -> Path:
    return store.folder() / "history" / exercise
