"""``progress``: what passed, what is open, what comes next."""

from __future__ import annotations

from pathlib import Path

from .. import exercises
from ..course import store

WORDS = {"passed": "passed", "tried": "tried, not passed", "open": "open"}


_checked: dict[Path, str] = {}  # learner's folder -> checked last, even where it left no record


class Progress:
    """The state of every exercise. Prints as text; a notebook shows it as the panel.

    Args:
        here: The exercise that was just checked. Left out: where the learner worked last.
    """

    def __init__(self, here: str = "") -> None:
        records = store.records()
        self.rows = [(e, records.get(e.id, store.Record(e.id))) for e in exercises.entries()]
        if here:
            _checked[store.folder()] = here
        self.here = _checked.get(store.folder()) or next(
            (name for name in reversed(records) if exercises.known(name)), None
        )

    @property
    def passed(self) -> list[str]:
        """The ids of the exercises that were passed."""
        return [e.id for e, record in self.rows if record.passed]

    @property
    def next(self) -> str | None:
        """What to do next: the exercise at hand, or what stands open below it, then above it.

        A bonus is never asked for, and Part II only of somebody who works there.
        """
        part, place = 1, 0
        if self.here:
            part = exercises.entry(self.here).part
            place = [e.id for e, _ in self.rows].index(self.here)
        open_ = [
            (e.part != part, number < place, number, e.id)
            for number, (e, record) in enumerate(self.rows)
            if not (record.passed or e.bonus) and e.part in (part, 1)
        ]
        return min(open_)[-1] if open_ else None

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
        """How many exercises are passed and how many are required, in Part I or in one notebook."""
        asked = [
            record.passed
            for e, record in self.rows
            if (e.notebook == notebook and not e.bonus if notebook else not e.optional)
        ]
        return sum(asked), len(asked)

    @property
    def counted(self) -> str:
        """How many exercises are passed, in words."""
        passed, asked = self.tally()
        done = f"{passed} of {asked} exercises passed."
        second = [record.passed for e, record in self.rows if e.part > 1]
        extra = [record.passed for e, record in self.rows if e.bonus]
        for name, found in (("Part II", second), ("Bonus", extra)):
            done += f" {name}: {sum(found)} of {len(found)} passed." if any(found) else ""
        return done

    @property
    def summary(self) -> str:
        """How many passed, and what comes next."""
        return f"{self.counted} " + (f"Next: {self.next}." if self.next else "All done.")

    def __str__(self) -> str:
        rows = [f"  {number}  {name:<24}{words}" for number, name, words in self.lines()]
        return "\n".join([self.summary, *rows])

    __repr__ = __str__


def progress() -> Progress:
    """Your progress through the course."""
    return Progress()
