"""What a learner tried before: each answer that was checked, as a file with its date.

``my_transformer/history/split_heads/2026-11-21 21.47.05 passed.py`` is the cell as it stood.
Nothing is ever taken away from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .. import files
from . import store
from .syntax import same_code

_STAMP = "%Y-%m-%d %H.%M.%S"  # no colons: a file's name on Windows holds none
KEPT = "kept"  # put aside before something else took its place in a cell


@dataclass(frozen=True)
class Try:
    """One text of an exercise's cell.

    Attributes:
        when: to the second, in the machine's own time.
        what: "passed", "failed", "error" or "kept".
        code: the cell.
    """

    when: datetime
    what: str
    code: str
    path: Path

    @property
    def date(self) -> str:
        """``2026-11-21 21:47``."""
        return f"{self.when:%Y-%m-%d %H:%M}"


def of(exercise: str) -> list[Try]:
    """The tries of an exercise, newest first. A file that cannot be read is passed over."""
    found = []
    for path in _folder(exercise).glob("*.py"):
        stamp, _, what = path.stem.rpartition(" ")
        try:
            when = datetime.strptime(stamp, _STAMP)
            found.append(
                Try(when, what.partition("~")[0], path.read_text("utf-8").rstrip("\n"), path)
            )
        except (OSError, ValueError):
            continue
    # two within a second: the file that was written later
    return sorted(found, key=lambda t: (t.when, t.path.stat().st_mtime_ns), reverse=True)


def keep(exercise: str, what: str, code: str) -> Path:
    """Write a text down, unless the newest one says the same. Returns the file that holds it.

    Raises:
        OSError: it cannot be written.
    """
    code = code.rstrip("\n")
    known = of(exercise)
    if known and known[0].what in (what, KEPT) and known[0].code == code:
        return known[0].path
    path = _folder(exercise) / f"{datetime.now():{_STAMP}} {what}.py"
    if path.exists():  # two within a second
        path = files.free_name(path, "~")
    files.write(path, code + "\n")
    return path


def put_aside(exercise: str, texts: Iterable[str]) -> list[Path]:
    """Keep those texts that no file says yet, before something else takes their place."""
    kept = []
    for text in texts:
        if text.strip() and not any(same_code(text, each.code) for each in of(exercise)):
            kept.append(keep(exercise, KEPT, text))
    return kept


def _folder(exercise: str) -> Path:
    return store.folder() / "history" / exercise
