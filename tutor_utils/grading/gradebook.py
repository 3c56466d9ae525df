"""The gradebook: one SQLite file, written as each submission is marked. Nothing in it is lost.

SQLite commits in one step, so that Ctrl-C, a kill or a full disk loses no result that was known.
Each exercise's mark carries the digest of the files and the checks that it was made from; a mark
that changes is a new row, so that an appeal can be shown what was before.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import NamedTuple

from .marks import UNMARKED, Mark, Marked
from .scoring import Decision

GRADEBOOK = "gradebook.sqlite"  # in the results
_TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS submission (
    learner TEXT NOT NULL, platform_id TEXT NOT NULL, digest TEXT NOT NULL, result TEXT NOT NULL,
    written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (learner, platform_id));
CREATE TABLE IF NOT EXISTS mark (
    id INTEGER PRIMARY KEY, learner TEXT NOT NULL, platform_id TEXT NOT NULL,
    exercise TEXT NOT NULL, digest TEXT NOT NULL, rules TEXT NOT NULL, result TEXT NOT NULL,
    outcome TEXT AS (json_extract(result, '$.outcome')),
    earned REAL AS (json_extract(result, '$.earned')),
    diagnosis TEXT AS (json_extract(result, '$.diagnosis')),
    written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX IF NOT EXISTS mark_of ON mark (learner, platform_id, exercise, id);
CREATE TABLE IF NOT EXISTS decision (
    id INTEGER PRIMARY KEY, learner TEXT NOT NULL, platform_id TEXT NOT NULL,
    exercise TEXT NOT NULL, points REAL, comment TEXT NOT NULL, request TEXT NOT NULL,
    open INTEGER NOT NULL, file TEXT NOT NULL, written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
"""

Who = tuple[str, str]
"""A learner's name and the platform's number."""


class _Row(NamedTuple):
    """A mark as it is kept, and the files, the checks and settings that it was made from."""

    number: int
    mark: Mark
    digest: str
    rules: str


class Gradebook:
    """All results of a class. Use it in a ``with``."""

    def __init__(self, folder: Path) -> None:
        """Open the gradebook of a folder, or begin one. Only its owner may read the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(PermissionError):  # somebody else's folder: the file is closed
            folder.chmod(0o700)
        path = folder / GRADEBOOK
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        self._db = sqlite3.connect(path, timeout=10)
        self._db.executescript(_TABLES)

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def secret(self) -> bytes:
        """What draws the inputs of this class: made once, so that a mark can be made again."""
        with self._db:
            self._db.execute(
                "INSERT OR IGNORE INTO setting VALUES ('secret', ?)", (secrets.token_hex(32),)
            )
        return bytes.fromhex(self.note("secret"))

    def note(self, name: str, value: str | None = None) -> str:
        """What was noted under a name, or "". A value is noted in its place."""
        if value is not None:
            with self._db:
                self._db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))
        row = self._db.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    # Marks

    def put(self, marked: Marked, keys: Mapping[str, str]) -> None:
        """Keep the result of a submission. A mark that came out the same stays the row it is.

        Args:
            marked: The result.
            keys: Exercise -> the checks and settings that it was marked by.
        """
        who = (marked.learner, marked.platform_id)
        before = self._latest([who]).get(who, {})
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO submission (learner, platform_id, digest, result) "
                "VALUES (?, ?, ?, ?)",
                (*who, marked.digest, replace(marked, marks=()).to_json()),
            )
            for m in marked.marks:
                rules = "" if m.way == UNMARKED else keys[m.exercise]
                old = before.get(m.exercise)
                if old and _text(old.mark) == _text(m):
                    self._db.execute(
                        "UPDATE mark SET digest = ?, rules = ? WHERE id = ?",
                        (marked.digest, rules, old.number),
                    )
                    continue
                self._db.execute(
                    "INSERT INTO mark (learner, platform_id, exercise, digest, rules, result) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (*who, m.exercise, marked.digest, rules, _text(m)),
                )

    def all(self, among: Iterable[Who]) -> dict[Who, Marked]:
        """The results of these learners, each with the latest mark of each exercise."""
        wanted = list(among)
        marks = self._latest(wanted)
        found = {}
        for learner, platform_id, result in self._db.execute(
            "SELECT learner, platform_id, result FROM submission"
        ):
            who = (learner, platform_id)
            with contextlib.suppress(ValueError, TypeError, KeyError):  # of another version
                plain = Marked.from_json(result)
                latest = tuple(row.mark for row in marks.get(who, {}).values())
                found[who] = replace(plain, marks=latest)
        return {who: found[who] for who in wanted if who in found}

    def valid(
        self, digests: Mapping[Who, str], keys: Mapping[str, str]
    ) -> dict[Who, dict[str, Mark]]:
        """The marks that the same files would get under the same checks and settings.

        Args:
            digests: Learner -> the digest of what was handed in.
            keys: Exercise -> its checks and settings.
        """
        latest = self._latest(digests)
        return {
            who: {
                e: row.mark
                for e, row in latest.get(who, {}).items()
                if (row.digest, row.rules) == (digest, keys.get(e))
            }
            for who, digest in digests.items()
        }

    def _latest(self, among: Iterable[Who]) -> dict[Who, dict[str, _Row]]:
        """Learner -> exercise -> the latest mark."""
        wanted = list(among)
        where, values = "", tuple[str, ...]()
        if len(wanted) == 1:
            where, values = "WHERE learner = ? AND platform_id = ?", wanted[0]
        found: dict[Who, dict[str, _Row]] = defaultdict(dict)
        for learner, platform_id, exercise, number, digest, rules, result in self._db.execute(
            "SELECT learner, platform_id, exercise, id, digest, rules, result FROM mark "
            "WHERE id IN (SELECT max(id) FROM mark "
            f"{where} GROUP BY learner, platform_id, exercise)",
            values,
        ):
            with contextlib.suppress(ValueError, TypeError, KeyError):  # of another version
                mark = Mark.from_plain(json.loads(result))
                found[learner, platform_id][exercise] = _Row(number, mark, digest, rules)
        return found

    # What people decide

    def decide(self, who: Who, exercise: str, decision: Decision) -> None:
        """Keep what was decided by hand; what was decided earlier stays too."""
        with self._db:
            self._db.execute(
                "INSERT INTO decision (learner, platform_id, exercise, points, comment, request, "
                "open, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*who, exercise, *astuple(decision)),
            )

    def decisions(self) -> dict[Who, dict[str, Decision]]:
        """By learner and exercise: what was decided last."""
        found: dict[Who, dict[str, Decision]] = defaultdict(dict)
        for learner, platform_id, exercise, *decision in self._db.execute(
            "SELECT learner, platform_id, exercise, points, comment, request, open, file "
            "FROM decision ORDER BY id"
        ):
            found[learner, platform_id][exercise] = Decision(*decision)
        return found

    def history(
        self, who: Who, exercise: str
    ) -> tuple[list[tuple[str, Mark]], list[tuple[str, Decision]]]:
        """All marks of an exercise and all decisions on it, with their times, the newest first."""
        of = "WHERE learner = ? AND platform_id = ? AND exercise = ? ORDER BY id DESC"
        marks = self._db.execute(f"SELECT written, result FROM mark {of}", (*who, exercise))
        decided = self._db.execute(
            f"SELECT written, points, comment, request, open, file FROM decision {of}",
            (*who, exercise),
        )
        return (
            [(when, Mark.from_plain(json.loads(text))) for when, text in marks],
            [(when, Decision(*decision)) for when, *decision in decided],
        )


def _text(mark: Mark) -> str:
    return json.dumps(asdict(mark))
