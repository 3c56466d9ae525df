"""From marks to points: weights, corrections by hand, all or nothing, bonus and late work."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import exercises
from ..engine.verdict.report import Outcome
from .marks import Mark, Marked
from .roster import Person
from .rules import Rules


@dataclass(frozen=True)
class Decision:
    """What a person decided by hand on one exercise.

    Attributes:
        points: As the course gives them, before weights; None: as marked.
        comment: For the learner.
        request: What the learner asked.
        open: Whether that is still to be answered.
        file: The digest of what was handed in then.
    """

    points: float | None = None
    comment: str = ""
    request: str = ""
    open: bool = False
    file: str = field(default="", compare=False)


@dataclass(frozen=True)
class Line:
    """One exercise as it is counted. ``possible`` is 0 for a bonus."""

    mark: Mark
    earned: float
    possible: float
    decision: Decision = Decision()

    @property
    def by_hand(self) -> bool:
        """Whether a person decided its points."""
        return self.decision.points is not None


@dataclass(frozen=True)
class Score:
    """All that a learner's total is made of.

    Attributes:
        lines: One for each exercise.
        earned: Points before what lateness takes.
        possible: Points that a total asks for.
        hours_late: Hours after this learner's deadline; 0 in time.
        late_words: Why it is late and what that costs; empty in time.
        clock: By whose time it is late; empty in time.
        taken: Points that lateness takes.
    """

    lines: tuple[Line, ...]
    earned: float
    possible: float
    hours_late: float = 0.0
    late_words: str = ""
    taken: float = 0.0
    clock: str = ""

    @property
    def total(self) -> float:
        return round(self.earned - self.taken, 2)

    @property
    def percent(self) -> float:
        return round(100 * self.total / self.possible, 1) if self.possible else 0.0


def score(
    marked: Marked,
    rules: Rules,
    decisions: Mapping[str, Decision] | None = None,
    person: Person | None = None,
) -> Score:
    """Count one learner's points.

    Args:
        marked: The marks.
        rules: How they are counted.
        decisions: What was decided by hand, by exercise.
        person: Who it is in the class's list, where that is known.
    """
    decisions = decisions or {}
    lines = tuple(
        _line(mark, rules, decisions.get(mark.exercise, Decision())) for mark in marked.marks
    )
    earned = round(sum(line.earned for line in lines), 2)
    hours, words, share, clock = _lateness(marked, rules, person)
    taken = round(earned * share, 2)
    if taken:
        words += f" That takes {taken:g} points."
    return Score(
        lines,
        earned,
        round(sum(line.possible for line in lines), 2),
        hours,
        words,
        taken,
        clock,
    )


def _line(mark: Mark, rules: Rules, decision: Decision) -> Line:
    full = exercises.entry(mark.exercise).points if exercises.known(mark.exercise) else mark.points
    scale = rules.weights.get(mark.exercise, full) / full if full else 1.0
    earned = mark.earned if decision.points is None else decision.points
    partly = mark.outcome != Outcome.PASSED and rules.all_or_nothing and decision.points is None
    if partly or (not mark.points and not rules.bonus):
        earned = 0.0
    return Line(mark, round(earned * scale, 2), round(mark.points * scale, 2), decision)


def _lateness(marked: Marked, rules: Rules, person: Person | None) -> tuple[float, str, float, str]:
    """(hours after the deadline, the words for it, the share of the points it costs, the clock).

    Only the platform's clock counts: the times of files are the learner's, or those of a download.
    """
    names = (marked.learner, marked.platform_id) + (person.names if person else ())
    deadline = rules.deadline_of(names)
    if not marked.handed_in:
        return 0.0, "", 0.0, ""
    when, clock = person and person.when, "the platform's time"
    if marked.late and not (deadline and when):
        clock = "the platform's word"
        if deadline != rules.deadline:
            words = "The platform says that it is late, and knows nothing of the extension."
            return 0.0, words, 0.0, clock
        words = "The platform says that it is late, and not by how much."
        return 0.0, words, _share_lost(0, rules), clock
    if not (deadline and when):
        return 0.0, "", 0.0, ""
    hours = (when - deadline).total_seconds() / 3600 - rules.late.grace_minutes / 60
    if hours <= 0:
        return 0.0, "", 0.0, ""
    lost = _share_lost(hours, rules)
    hours = round(hours + rules.late.grace_minutes / 60, 2)
    return hours, f"Handed in {span(hours)} after the deadline, by {clock}.", lost, clock


def span(hours: float) -> str:
    """Hours in words."""
    minutes = max(1, round(60 * hours))
    if minutes < 120:
        return f"{minutes} minutes" if minutes > 1 else "1 minute"
    return f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"


def _share_lost(hours: float, rules: Rules) -> float:
    """The share that so many hours beyond the grace cost; a day at least."""
    days = max(1, math.ceil(hours / 24))
    if rules.late.days is not None and days > rules.late.days:
        return 1.0
    return min(rules.late.per_day * days, rules.late.most, 100) / 100
