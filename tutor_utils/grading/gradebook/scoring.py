"""From marks to points: weights, corrections by hand, all or nothing, bonus and late work."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ... import exercises
from ...engine.verdict.report import Outcome
from ..intake.owners import CANVAS
from ..intake.roster import Person
from ..intake.rules import Rules
from ..judge.marks import Mark, Marked

FILES_CLOCK = "the time of the file"


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
        comment: What a person wrote on the whole submission.
        by_hand: Whether a person gave points, for an exercise or the whole.
    """

    lines: tuple[Line, ...]
    earned: float
    possible: float
    hours_late: float = 0.0
    late_words: str = ""
    taken: float = 0.0
    comment: str = ""
    clock: str = ""
    by_hand: bool = False

    @property
    def total(self) -> float:
        return round(self.earned - self.taken, 2)

    @property
    def told(self) -> dict[str, Any]:
        """The numbers as they are counted, and why, as plain JSON: to say later what changed."""
        lines = {n.mark.exercise: [n.earned, n.by_hand] for n in self.lines}
        late = [self.taken, self.late_words]
        return {"total": self.total, "late": late, "lines": lines, "by_hand": self.by_hand}

    @property
    def percent(self) -> float:
        return round(100 * self.total / self.possible, 1) if self.possible else 0.0


def score(
    marked: Marked,
    rules: Rules,
    decisions: Mapping[str, Decision] | None = None,
    person: Person | None = None,
    file_times_count: bool = True,
) -> Score:
    """Count one learner's points.

    Args:
        marked: The marks.
        rules: How they are counted.
        decisions: By exercise; "" holds what was decided on the whole.
        person: Who it is in the class's list, where that is known.
        file_times_count: Whether the times of files tell when they were handed in.
    """
    decisions = decisions or {}
    lines = tuple(_line(mark, rules, decisions.get(mark.exercise)) for mark in marked.marks)
    earned = round(sum(line.earned for line in lines), 2)
    whole = decisions.get("")
    by_hand = any(line.by_hand for line in lines)
    if whole and whole.points is not None:
        earned, by_hand = whole.points, True
    hours, words, share, clock = _lateness(marked, rules, person, file_times_count)
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
        whole.comment if whole else "",
        clock,
        by_hand,
    )


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


def _lateness(
    marked: Marked, rules: Rules, person: Person | None, file_times_count: bool
) -> tuple[float, str, float, str]:
    """(hours after the deadline, the words for it, the share of the points it costs, the clock)."""
    names = (marked.learner, marked.platform_id) + (person.names if person else ())
    deadline = rules.deadline_of(names)
    if not marked.handed_in:
        return 0.0, "", 0.0, ""
    if deadline and person and person.when:
        when, by = person.when, "the platform's time"
        if when.tzinfo is None:  # the platform's zone is that of whoever wrote the deadline
            by_all = rules.deadline or deadline
            when = when.replace(tzinfo=by_all.tzinfo)
            by += f", read as {by_all.tzname()} like the deadline"
    elif marked.late and deadline == rules.deadline:
        words = "The platform says that it is late, and not by how much."
        return 0.0, words, _share_lost(0, rules), "the platform's word"
    elif marked.late:  # by the deadline of all others
        words = "The platform says that it is late, and knows nothing of the extension."
        return 0.0, words, 0.0, ""
    elif deadline and marked.when and file_times_count and marked.platform != CANVAS:
        when, by = datetime.fromisoformat(marked.when), FILES_CLOCK
    else:  # Canvas says of whom it is late, and its files have the time of the download
        return 0.0, "", 0.0, ""
    hours = (when - deadline).total_seconds() / 3600 - rules.late.grace_minutes / 60
    if hours <= 0:
        return 0.0, "", 0.0, ""
    lost = _share_lost(hours, rules)
    hours = round(hours + rules.late.grace_minutes / 60, 2)
    return hours, f"Handed in {span(hours)} after the deadline, by {by}.", lost, by


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


def times_are_of_a_download(times: list[str]) -> bool:
    """Whether most files have one time: then it tells when they were unpacked, not handed in."""
    seconds = sorted(datetime.fromisoformat(t).timestamp() for t in times if t)
    half = len(seconds) // 2 + 1
    return len(seconds) > 3 and any(
        seconds[i + half - 1] - seconds[i] < 120 for i in range(len(seconds) - half + 1)
    )
