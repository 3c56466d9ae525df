"""``progress``: what passed, what is open, what comes next; and a token that survives Binder."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace

from .. import exercises
from ..engine.judge import judge
from ..engine.observe import observe
from . import carry, store

WORDS = {"passed": "passed", "tried": "tried, not passed", "open": "open"}


class Progress:
    """The state of every exercise; prints as text and shows as HTML with the same words."""

    def __init__(self) -> None:
        self.rows = [(e, store.load(e.id)) for e in exercises.exercises()]

    @property
    def passed(self) -> list[str]:
        return [e.id for e, record in self.rows if record.passed]

    @property
    def next(self) -> str | None:
        """The first exercise that has not passed. A bonus is never asked for."""
        return next((e.id for e, record in self.rows if not (record.passed or e.bonus)), None)

    def lines(self) -> list[tuple[str, str, str]]:
        """(notebook, exercise, words) of each row."""
        found = []
        for exercise, record in self.rows:
            words = "bonus, " * exercise.bonus + WORDS.get(record.outcome, record.outcome)
            if record.tries:
                words += f", {record.tries} {'try' if record.tries == 1 else 'tries'}"
            if record.hints:
                words += f", {record.hints} {'hint' if record.hints == 1 else 'hints'}"
            if record.solution_seen:
                words += ", solution seen first"
            found.append((exercise.notebook, exercise.id, words))
        return found

    def tally(self, notebook: str = "") -> tuple[int, int]:
        """(passed, asked for), of the course or of one notebook. A bonus is never asked for."""
        asked = [
            record.passed for e, record in self.rows if not e.bonus and notebook in ("", e.notebook)
        ]
        return sum(asked), len(asked)

    @property
    def counted(self) -> str:
        """How many passed, in words."""
        passed, asked = self.tally()
        extra = [record.passed for e, record in self.rows if e.bonus]
        done = f"{passed} of {asked} exercises passed."
        return done + (f" Bonus: {sum(extra)} of {len(extra)} passed." if any(extra) else "")

    @property
    def summary(self) -> str:
        """How many passed, and what comes next."""
        return f"{self.counted} " + (f"Next: {self.next}." if self.next else "All done.")

    def __str__(self) -> str:
        rows = [f"  {number}  {name:<24}{words}" for number, name, words in self.lines()]
        return "\n".join([self.summary, *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .panel import Table

        return Table(self)._repr_html_()

    def _ipython_display_(self) -> None:
        from .panel import ProgressPanel  # ipywidgets: only where a notebook shows it

        ProgressPanel()._ipython_display_()


def progress() -> Progress:
    """Your progress through the course."""
    return Progress()


def export_progress() -> str:
    """One line of text that holds your progress and your passed answers. Keep it somewhere safe."""
    kept = {}
    for exercise in exercises.exercises():
        record = store.load(exercise.id)
        if record == store.Record(exercise.id):
            continue
        path = store.folder() / f"{exercise.id}.py"
        code = path.read_text("utf-8") if record.passed and path.exists() else ""
        kept[exercise.id] = {"record": store.to_text(record), "code": code}
    packed = zlib.compress(json.dumps(kept).encode(), level=9)
    return "tutor1:" + base64.urlsafe_b64encode(packed).decode()


def import_progress(token: str) -> Progress:
    """Bring back what ``export_progress`` gave. Each answer is checked again before it counts.

    It runs the code in the token: import only your own. What is in the folder now and differs is
    kept in ``my_transformer/history``.

    Raises:
        ValueError: the token is cut short or is no such token.
    """
    try:
        kind, _, body = "".join(token.split()).partition(":")
        kept = json.loads(zlib.decompress(base64.urlsafe_b64decode(body)))
        if kind != "tutor1" or not isinstance(kept, dict):
            raise ValueError
        rows = [(name, store.parse(row["record"]), row["code"]) for name, row in kept.items()]
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        start = repr(token[:16])
        raise ValueError(
            f"token={start}... is not a progress line, or a part of it is missing. "
            "Copy the whole line that export_progress() gave, from 'tutor1:' to its end."
        ) from error
    for name, _, code in rows:
        if code and exercises.known(name):
            path = store.folder() / f"{name}.py"
            if path.exists() and path.read_text("utf-8") != code:
                store.keep_copy(path)
            store.write(path, code)
    for name, record, code in rows:
        if record is None or not exercises.known(name):
            continue
        if record.passed:
            record = _verified(name, record, code)
        store.save(record)
    carry._write_init()
    return Progress()


def _verified(name: str, record: store.Record, code: str) -> store.Record:
    """The record as it deserves today: the answer is checked by this version of the course."""
    exercise = exercises.find(name)
    if not code:
        return replace(record, outcome="passed" if record.version == exercise.version else "tried")
    try:
        passed = judge(exercise, observe(exercise, carry._load(name))).passed
    except Exception:
        passed = False
    outcome = "passed" if passed else "tried"
    return replace(record, outcome=outcome, digest=store.digest(code), version=exercise.version)


def main(argv: list[str]) -> int:
    """``python3 -m tutor_utils progress [--export | --import TOKEN]``."""
    import argparse

    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils progress")
    parser.add_argument("--export", action="store_true", help="print the token")
    parser.add_argument("--import", dest="token", metavar="TOKEN", help="bring a token back")
    options = parser.parse_args(argv)
    if options.export:
        print(export_progress())
    elif options.token:
        try:
            print(import_progress(options.token))
        except ValueError as error:
            print(error)
            return 2
    else:
        print(progress())
    return 0
