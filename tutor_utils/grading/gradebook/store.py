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
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..intake.archives import GRADEBOOK
from ..intake.owners import Who
from ..judge.marks import Mark, Result
from .scoring import Decision

UNMARKED = "unmarked"  # the way of a mark that could not be made
STATES = ("open", "accepted", "declined")
_TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS submission (
    learner TEXT NOT NULL, platform_id TEXT NOT NULL, digest TEXT NOT NULL, result TEXT NOT NULL,
    written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (learner, platform_id));
CREATE TABLE IF NOT EXISTS mark (
    id INTEGER PRIMARY KEY, learner TEXT NOT NULL, platform_id TEXT NOT NULL,
    exercise TEXT NOT NULL, digest TEXT NOT NULL, rules TEXT NOT NULL, outcome TEXT NOT NULL,
    earned REAL NOT NULL, points INTEGER NOT NULL, diagnosis TEXT NOT NULL, seconds REAL NOT NULL,
    result TEXT NOT NULL, written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX IF NOT EXISTS mark_of ON mark (learner, platform_id, exercise, id);
CREATE TABLE IF NOT EXISTS decision (
    id INTEGER PRIMARY KEY, learner TEXT NOT NULL, platform_id TEXT NOT NULL,
    exercise TEXT NOT NULL, points REAL, comment TEXT NOT NULL, file TEXT NOT NULL DEFAULT '',
    written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS request (
    id INTEGER PRIMARY KEY, learner TEXT NOT NULL, platform_id TEXT NOT NULL,
    exercise TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open',
    answer TEXT NOT NULL DEFAULT '', written TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
"""


@dataclass(frozen=True)
class Request:
    """A learner's wish that a mark be looked at again."""

    id: int
    who: Who
    exercise: str
    text: str
    state: str
    answer: str
    written: str


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
        self._db = sqlite3.connect(path, timeout=300)
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

    def put(self, marked: Result, keys: Mapping[str, str]) -> None:
        """Keep the result of a submission. A mark that came out the same stays the row it is.

        Args:
            marked: The result.
            keys: Exercise -> the checks and settings that it was marked by.
        """
        who = marked.who
        before = self._marks([who]).get(who, {})
        head = json.loads(replace(marked, marks=()).to_json())
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO submission (learner, platform_id, digest, result) "
                "VALUES (?, ?, ?, ?)",
                (*who, marked.digest, json.dumps(head)),
            )
            for m in marked.marks:
                rules = "" if m.way == UNMARKED else keys[m.exercise]
                row, old = before.get(m.exercise, (0, None))[:2]
                if old is not None and replace(old, seconds=m.seconds) == _again(m):
                    self._db.execute(
                        "UPDATE mark SET digest = ?, rules = ? WHERE id = ?",
                        (marked.digest, rules, row),
                    )
                    continue
                columns = ("outcome", "earned", "points", "diagnosis", "seconds")
                plain = {name: getattr(m, name) for name in columns}
                plain |= {"digest": marked.digest, "rules": rules, "result": json.dumps(asdict(m))}
                self._add("mark", who, m.exercise, **plain)

    def all(self, among: Iterable[Who]) -> dict[Who, Result]:
        """The results of these learners, each with the latest mark of each exercise."""
        wanted = list(among)
        marks = self._marks(wanted)
        found = {}
        for learner, platform_id, result in self._db.execute(
            "SELECT learner, platform_id, result FROM submission"
        ):
            who = (learner, platform_id)
            with contextlib.suppress(ValueError, TypeError, KeyError):  # of another version
                plain = Result.from_json(result)
                latest = (m for _, m, _, _ in marks.get(who, {}).values())
                found[who] = replace(plain, marks=tuple(latest))
        return {who: found[who] for who in wanted if who in found}

    def valid(
        self, digests: Mapping[Who, str], keys: Mapping[str, str]
    ) -> dict[Who, dict[str, Mark]]:
        """The marks that the same files would get under the same checks and settings.

        Args:
            digests: Learner -> the digest of what was handed in.
            keys: Exercise -> its checks and settings.
        """
        latest = self._marks(digests)
        return {
            who: {
                e: m
                for e, (_, m, d, k) in latest.get(who, {}).items()
                if (d, k) == (digest, keys.get(e))
            }
            for who, digest in digests.items()
        }

    def changes(self) -> dict[tuple[Who, str], str]:
        """Why marks since the last run took the place of another: (learner, exercise) -> why."""
        found, after = {}, int(self.note("last row") or 0)
        for row in self._db.execute(
            "SELECT learner, platform_id, exercise, digest, rules, id FROM mark "
            "WHERE id > ? ORDER BY id",
            (after,),
        ):
            before = self._db.execute(
                "SELECT digest, rules FROM mark WHERE learner = ? AND platform_id = ? AND "
                "exercise = ? AND id <= ? ORDER BY id DESC LIMIT 1",
                (*row[:3], min(after, row[5] - 1)),
            ).fetchone()
            if before:
                why = "another file" if before[0] != row[3] else "other checks or settings"
                found[(row[0], row[1]), row[2]] = "marked again" if before == row[3:5] else why
        return found

    def last_row(self) -> int:
        """The number of the newest mark."""
        (found,) = self._db.execute("SELECT coalesce(max(id), 0) FROM mark").fetchone()
        return found

    def _add(self, table: str, who: Who, exercise: str, **values: Any) -> None:
        values = {"learner": who[0], "platform_id": who[1], "exercise": exercise, **values}
        names, places = ", ".join(values), ", ".join("?" * len(values))
        self._db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", [*values.values()])

    def _marks(self, among: Iterable[Who]) -> dict[Who, dict[str, tuple[int, Mark, str, str]]]:
        """Learner -> exercise -> (row, mark, digest, rules): the latest of each."""
        wanted = list(among)
        where, values = "", tuple[str, ...]()
        if len(wanted) == 1:
            where, values = "WHERE learner = ? AND platform_id = ?", wanted[0]
        found: dict[Who, dict[str, tuple[int, Mark, str, str]]] = defaultdict(dict)
        for learner, platform_id, exercise, row, digest, rules, result in self._db.execute(
            "SELECT learner, platform_id, exercise, id, digest, rules, result FROM mark "
            "WHERE id IN (SELECT max(id) FROM mark "
            f"{where} GROUP BY learner, platform_id, exercise)",
            values,
        ):
            with contextlib.suppress(ValueError, TypeError, KeyError):
                mark = Mark.from_plain(json.loads(result))
                found[learner, platform_id][exercise] = (row, mark, digest, rules)
        return found

    # What people decide

    def decide(self, who: Who, exercise: str, decision: Decision) -> None:
        """Keep points and a comment by hand, for what is handed in now; earlier ones stay too."""
        found = self._db.execute(
            "SELECT digest FROM submission WHERE learner = ? AND platform_id = ?", who
        ).fetchone()
        with self._db:
            file = found[0] if found else ""
            self._add("decision", who, exercise, **asdict(replace(decision, file=file)))

    def decisions(self) -> dict[Who, dict[str, Decision]]:
        """By learner and exercise ("" for the whole): what was decided last."""
        found: dict[Who, dict[str, Decision]] = defaultdict(dict)
        for learner, platform_id, exercise, *decision in self._db.execute(
            "SELECT learner, platform_id, exercise, points, comment, file FROM decision ORDER BY id"
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
            f"SELECT written, points, comment, file FROM decision {of}", (*who, exercise)
        )
        return (
            [(when, Mark.from_plain(json.loads(text))) for when, text in marks],
            [(when, Decision(*decision)) for when, *decision in decided],
        )

    def ask(self, who: Who, exercise: str, text: str) -> None:
        """Keep a request to look at a mark again."""
        with self._db:
            self._add("request", who, exercise, text=text)

    def answer(self, number: int, state: str, text: str) -> None:
        """Answer a request. ``state`` is one of ``STATES``."""
        if state not in STATES:
            raise ValueError(f"state={state!r} is none of {', '.join(STATES)}.")
        with self._db:
            self._db.execute(
                "UPDATE request SET state = ?, answer = ? WHERE id = ?", (state, text, number)
            )

    def requests(self) -> list[Request]:
        """All requests, the open ones first."""
        rows = self._db.execute(
            "SELECT id, learner, platform_id, exercise, text, state, answer, written FROM request "
            "ORDER BY state != 'open', id"
        )
        return [Request(r[0], (r[1], r[2]), *r[3:]) for r in rows]

    # The last run, for what changed since

    def last_run(self) -> dict[Who, dict[str, Any]]:
        """What counted at the end of the last run, as ``Entry.summary`` gives it."""
        plain = json.loads(self.note("summaries") or "[]")
        return {(one["row"][0], one["row"][1]): one for one in plain}

    def end_run(self, summaries: Mapping[Who, dict[str, Any]]) -> None:
        """Keep what counts, and up to which mark, in one step."""
        notes = {
            "summaries": json.dumps(list(summaries.values())),
            "last row": str(self.last_row()),
        }
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", notes.items())


def _again(mark: Mark) -> Mark:
    """The mark as it comes back from the file: JSON knows no tuples."""
    return Mark.from_plain(json.loads(json.dumps(asdict(mark))))
