"""The gradebook: one SQLite file, written as each submission is marked.

SQLite commits in one step, so that Ctrl-C, a kill or a full disk loses no result that was known.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from .marks import Marked

NAME = "gradebook.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS marked (
    learner TEXT NOT NULL, platform_id TEXT NOT NULL, digest TEXT NOT NULL, rules TEXT NOT NULL,
    result TEXT NOT NULL, written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (learner, platform_id));
CREATE TABLE IF NOT EXISTS mark (
    learner TEXT NOT NULL, platform_id TEXT NOT NULL, exercise TEXT NOT NULL,
    outcome TEXT NOT NULL, earned REAL NOT NULL, points INTEGER NOT NULL,
    diagnosis TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (learner, platform_id, exercise));
"""


class Gradebook:
    """All results of a class. Use it in a ``with``."""

    def __init__(self, folder: Path) -> None:
        """Open the gradebook of a folder, or begin one. Only its owner may read it."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
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
        (found,) = self._db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
        return bytes.fromhex(found)

    def put(self, marked: Marked, settings_key: str) -> None:
        """Keep the result of a submission, in place of an earlier one."""
        who = (marked.learner, marked.platform_id)
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO marked (learner, platform_id, digest, rules, result) "
                "VALUES (?, ?, ?, ?, ?)",
                (*who, marked.digest, settings_key, marked.to_json()),
            )
            self._db.execute("DELETE FROM mark WHERE learner = ? AND platform_id = ?", who)
            self._db.executemany(
                "INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (*who, m.exercise, m.outcome, m.earned, m.points, m.diagnosis, m.seconds)
                    for m in marked.marks
                ],
            )

    def get(self, learner: str, platform_id: str) -> tuple[Marked, str] | None:
        """(result, the ``settings_key`` that it was marked by) of a learner."""
        row = self._db.execute(
            "SELECT result, rules FROM marked WHERE learner = ? AND platform_id = ?",
            (learner, platform_id),
        ).fetchone()
        if row:
            with contextlib.suppress(ValueError, TypeError, KeyError):  # of another version
                return Marked.from_json(row[0]), row[1]
        return None

    def all(self, among: Iterable[tuple[str, str]]) -> list[Marked]:
        """The results of these learners, by name."""
        found = (self.get(*who) for who in among)
        return sorted((f[0] for f in found if f), key=lambda m: (m.learner, m.platform_id))
