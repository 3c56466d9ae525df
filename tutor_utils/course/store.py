"""The learner's folder ``my_transformer``: passed answers, progress and history, as text files.

It is in the folder of the notebooks (or in ``TUTOR_HOME``), has one progress file, and belongs to
the learner: no file in it is overwritten without a copy. Each version that was checked is a dated
file, ``history/split_heads/2026-11-21 21.47.05 passed.py``; none is ever deleted.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from .. import files
from .syntax import same_code

NAME = "my_transformer"
_STAMP = "%Y-%m-%d %H.%M.%S"  # no colons, which Windows forbids in file names
KEPT = "kept"  # saved before the cell was overwritten
_START = Path.cwd()  # the notebook's folder; a later os.chdir must not change it


def folder() -> Path:
    """The path of the learner's folder; it need not exist yet."""
    home = os.environ.get("TUTOR_HOME")
    at_root = (_START / "tutor_utils").is_dir() and (_START / "notebooks").is_dir()
    return (Path(home) if home else _START / "notebooks" if at_root else _START) / NAME


def answer_file(exercise: str) -> Path:
    """The path of a saved answer; it need not exist yet."""
    return folder() / f"{exercise}.py"


def model_page() -> Path:
    """The path of the page of the learner's own model; it need not exist yet."""
    return folder() / "your_model.html"


def _progress_file() -> Path:
    return folder() / "progress.txt"


@dataclass(frozen=True)
class Record:
    """The progress of one exercise; ``outcome`` is "open" until the first check."""

    exercise: str
    outcome: str = "open"
    tries: int = 0
    hints: int = 0
    solution_seen: int = 0
    diagnosis: str = ""
    digest: str = ""
    version: int = 1

    @property
    def passed(self) -> bool:
        """Whether the exercise was passed."""
        return self.outcome == "passed"


def records() -> dict[str, Record]:
    """The records of all exercises that were tried, the last one written last.

    What cannot be read is passed over: it costs its own exercise alone.
    """
    try:
        text = _progress_file().read_text("utf-8", "replace")
    except OSError:
        return {}
    found: dict[str, Record] = {}
    for record in filter(None, map(parse, text.split("\n\n"))):
        found.pop(record.exercise, None)
        found[record.exercise] = record
    return found


def load(exercise: str) -> Record:
    """The record of an exercise; a new one if it is missing or unreadable."""
    return records().get(exercise, Record(exercise))


def save(record: Record) -> None:
    """Append the record of one exercise to the progress file, in one step.

    So two notebooks that are open at once do not lose each other's records.
    """
    file = _progress_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as progress:
        progress.write(f"\n\n{to_text(record)}".encode())


def to_text(record: Record) -> str:
    """The record as ``name: value`` lines."""
    return "".join(f"{f.name}: {getattr(record, f.name)}\n" for f in fields(record))


def parse(text: str) -> Record | None:
    """The record that ``to_text`` wrote; None if no exercise is named. Ignores unknown lines."""
    found = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    if not found.get("exercise", "").strip():
        return None
    read: dict[str, Any] = {}
    for item in fields(Record):
        value = found.get(item.name, "").strip()
        if not isinstance(item.default, int):
            read[item.name] = value or item.default
        elif value.isdigit():
            read[item.name] = int(value)
    return Record(**read)


def digest(text: str) -> str:
    """A short fingerprint of a source text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keep_copy(path: Path) -> None:
    """Copy one of the learner's files into ``history`` before it is replaced."""
    if path.exists():
        files.write(files.free_name(path.parent / "history" / path.name, "-"), path.read_bytes())


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
    for path in _history(exercise).glob("*.py"):
        stamp, _, what = path.stem.rpartition(" ")
        with suppress(OSError, ValueError):
            # of two within a second, the file that was written later
            written = path.stat().st_mtime_ns
            dated.append((datetime.strptime(stamp, _STAMP), written, what.partition("~")[0], path))
    for when, _, what, path in sorted(dated, reverse=True):
        with suppress(OSError, ValueError):
            yield Try(when, what, path.read_text("utf-8").rstrip("\n"), path)


def keep_try(exercise: str, what: str, code: str) -> Path:
    """Save a version, unless the newest one is the same. Returns its file.

    Raises:
        OSError: it cannot be written.
    """
    code = code.rstrip("\n")
    newest = next(_newest_first(exercise), None)
    if newest and newest.what in (what, KEPT) and newest.code == code:
        return newest.path
    path = _history(exercise) / f"{datetime.now():{_STAMP}} {what}.py"
    if path.exists():  # two within a second
        path = files.free_name(path, "~")
    files.write(path, code + "\n")
    return path


def put_aside(exercise: str, texts: Iterable[str]) -> list[Path]:
    """Save the texts that are not in the history yet, before they are replaced."""
    copies = []
    for text in texts:
        if text.strip() and not any(same_code(text, each.code) for each in all_tries(exercise)):
            copies.append(keep_try(exercise, KEPT, text))
    return copies


def _history(exercise: str) -> Path:
    return folder() / "history" / exercise
