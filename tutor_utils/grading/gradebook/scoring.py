"""From marks to points: weights, corrections by hand, all or nothing, bonus and late work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from ... import exercises
from ...engine.verdict.report import Outcome
from ..intake.owners import Who
from ..intake.roster import Person
from ..intake.rules import BLANK, Rules
from ..judge.marks import Mark, Result
from .lateness import FILES_CLOCK, Lateness, lateness


@dataclass(frozen=True)
class Decision:
    """What a person decided by hand: points (None: as marked) and a comment.

    The points are counted as the course gives them, before weights. ``file`` is the digest of what
    was handed in then.
    """

    points: float | None = None
    comment: str = ""
    file: str = field(default="", compare=False)


@dataclass(frozen=True)
class Line:
    """One exercise as it is counted. ``possible`` is 0 for a bonus."""

    mark: Mark
    earned: float
    possible: float
    by_hand: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Entry:
    """One learner of the class: who it is, what was marked, and what it is worth.

    Attributes:
        marked: The marks.
        lines: One for each exercise, as it is counted.
        earned: Points before what lateness takes.
        possible: Points that a total asks for.
        late: How late it is: the latest file that earns something.
        taken: Points that lateness takes.
        when: When it was handed in, as lateness counts, in ISO 8601 or empty.
        comment: What a person wrote on the whole submission.
        by_hand: Whether a person gave points, for an exercise or the whole.
        person: Who it is in the list of the class, where that is known.
        alias: What pages call the learner in place of the name.
        absent: What platforms get where nothing was handed in: see ``Rules``.
    """

    marked: Result
    lines: tuple[Line, ...]
    earned: float
    possible: float
    late: Lateness
    taken: float = 0.0
    when: str = ""
    comment: str = ""
    by_hand: bool = False
    person: Person | None = None
    alias: str = ""
    absent: str = Rules.absent

    @property
    def total(self) -> float:
        return round(self.earned - self.taken, 2)

    @property
    def percent(self) -> float:
        return round(100 * self.total / self.possible, 1) if self.possible else 0.0

    @property
    def late_words(self) -> str:
        """Why it is late and what that costs; empty in time."""
        return self.late.words + (f" That takes {self.taken:g} points." if self.taken else "")

    @property
    def who(self) -> Who:
        return self.marked.who

    @property
    def name(self) -> str:
        """What pages call the learner."""
        return self.alias or (self.person.name if self.person else self.marked.learner)

    @property
    def status(self) -> str:
        """ "marked", "nothing handed in", "could not be read", or "not marked yet"."""
        if self.marked.trouble:
            return "not marked yet"
        if not self.marked.handed_in:
            return "no notebook" if self.marked.notes else "nothing handed in"
        return "marked" if self.marked.readable else "could not be read"

    @property
    def unread(self) -> bool:
        """Whether something was handed in of which nobody could read anything."""
        return self.status in ("could not be read", "no notebook")

    @property
    def grade(self) -> float | None:
        """The total as platforms get it; None where nobody can tell yet what it is."""
        absent = self.status == "nothing handed in" and self.absent == BLANK
        unknown = self.marked.trouble or self.unread or absent
        return None if unknown and not self.by_hand else self.total

    @property
    def needs_a_look(self) -> str:
        """Why a person should look, or ""."""
        return self.marked.trouble or (" ".join(self.marked.notes) if self.unread else "")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Who it is and what counts, as plain JSON: to say on the next run what changed."""
        person = self.person or Person("", platform_id=self.marked.platform_id)
        return {
            "name": self.name,
            "row": [*self.who],
            "account": [*person.account],
            "file": self.marked.digest if self.marked.handed_in else "",
            "total": self.total,
            "late": [self.taken, self.late_words],
            "lines": {n.mark.exercise: [n.earned, n.by_hand] for n in self.lines},
            "by_hand": self.by_hand,
        }


def count(
    marked: Result,
    rules: Rules,
    decisions: Mapping[str, Decision] | None = None,
    person: Person | None = None,
    file_times_count: bool = True,
    times: Mapping[str, str] | None = None,
    *,
    possible: float | None = None,
    alias: str = "",
) -> Entry:
    """Count one learner's points.

    Args:
        marked: The marks.
        rules: How they are counted.
        decisions: By exercise; "" holds what was decided on the whole.
        person: Who it is in the class's list, where that is known.
        file_times_count: Whether the times of files tell when they were handed in.
        times: By exercise: when the answer was handed in, where that is not ``marked.when``.
        possible: Points that a total asks for, where that is not what these marks can earn.
        alias: What pages call the learner in place of the name.
    """
    decisions, times = decisions or {}, times or {}
    lines = tuple(_line(mark, rules, decisions.get(mark.exercise)) for mark in marked.marks)
    earned = sum((line.earned for line in lines), 0.0)
    by_hand = any(line.by_hand for line in lines)

    def late_at(when: str) -> Lateness:
        return lateness(marked, when, rules, person, file_times_count)

    of_lines = [(n, times.get(n.mark.exercise, marked.when)) for n in lines if n.earned]
    when = max((own for _, own in of_lines), key=_moment, default=marked.when)
    late = late_at(when)
    taken = sum((line.earned * late_at(own).share for line, own in of_lines), 0.0)
    behind = [line.mark.exercise for line, own in of_lines if late_at(own).hours]
    if late.clock == FILES_CLOCK and len(behind) < len(of_lines):
        late = replace(late, words=f"{', '.join(behind)}: {late.words}")
    whole = decisions.get("", Decision())
    if whole.points is not None:
        earned, by_hand, taken = whole.points, True, whole.points * late.share
    return Entry(
        marked,
        lines,
        round(earned, 2),
        round(sum((line.possible for line in lines), 0.0) if possible is None else possible, 2),
        late,
        round(taken, 2),
        person.when.isoformat() if person and person.when else when,
        whole.comment,
        by_hand,
        person,
        alias,
        rules.absent,
    )


def _moment(when: str) -> float:
    return datetime.fromisoformat(when).timestamp() if when else 0.0


def _line(mark: Mark, rules: Rules, decision: Decision | None) -> Line:
    full = exercises.entry(mark.exercise).points if exercises.known(mark.exercise) else mark.points
    scale = rules.weights.get(mark.exercise, full) / full if full else 1.0
    by_hand = decision is not None and decision.points is not None
    earned = decision.points if decision and decision.points is not None else mark.earned
    partly = mark.outcome != Outcome.PASSED and rules.all_or_nothing and not by_hand
    if partly or (not mark.points and not rules.bonus):
        earned = 0.0
    comment = decision.comment if decision else ""
    return Line(mark, round(earned * scale, 2), round(mark.points * scale, 2), by_hand, comment)
