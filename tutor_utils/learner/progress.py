"""``progress``: what passed, what is open, what comes next."""

from __future__ import annotations

from .. import exercises
from ..course import store

WORDS = {"passed": "passed", "tried": "tried, not passed", "open": "open"}


class Progress:
    """The state of every exercise. Prints as text; a notebook shows it as the panel."""

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


def progress() -> Progress:
    """Your progress through the course."""
    return Progress()
