"""How late work is, by whose clock, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ..intake.owners import CANVAS
from ..intake.roster import Person
from ..intake.rules import Rules
from ..judge.marks import Result

FILES_CLOCK = "the time of the file"


@dataclass(frozen=True)
class Lateness:
    """Hours after the deadline, the words for it, the share that it costs, and by whose clock."""

    hours: float = 0.0
    words: str = ""
    share: float = 0.0
    clock: str = ""


def lateness(
    marked: Result, file_time: str, rules: Rules, person: Person | None, file_times_count: bool
) -> Lateness:
    """How late work is whose file has this time."""
    names = (marked.learner, marked.platform_id) + (person.names if person else ())
    deadline = rules.deadline_of(names)
    if not marked.handed_in:
        return Lateness()
    if deadline and person and person.when:
        when, by = person.when, "the platform's time"
        if when.tzinfo is None:  # the platform's zone is that of whoever wrote the deadline
            by_all = rules.deadline or deadline
            when = when.replace(tzinfo=by_all.tzinfo)
            by += f", read as {by_all.tzname()} like the deadline"
    elif marked.late and deadline == rules.deadline:
        words = "The platform says that it is late, and not by how much."
        return Lateness(0.0, words, _share_lost(0, rules), "the platform's word")
    elif marked.late:  # by the deadline of all others
        return Lateness(
            words="The platform says that it is late, and knows nothing of the extension."
        )
    elif deadline and file_time and file_times_count and marked.platform != CANVAS:
        when, by = datetime.fromisoformat(file_time), FILES_CLOCK
    else:  # Canvas says of whom it is late, and its files have the time of the download
        return Lateness()
    hours = (when - deadline).total_seconds() / 3600
    if hours <= rules.late.grace_minutes / 60:
        return Lateness()
    lost = _share_lost(hours - rules.late.grace_minutes / 60, rules)
    words = f"Handed in {span(hours)} after the deadline, by {by}."
    return Lateness(round(hours, 2), words, lost, by)


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


def times_are_of_a_download(times: Iterable[datetime]) -> bool:
    """Whether most files have one time: then it tells when they were unpacked, not handed in."""
    seconds = sorted(time.timestamp() for time in times)
    half = seconds[len(seconds) // 2 :]
    return len(seconds) > 3 and any(b - a < 120 for a, b in zip(seconds, half, strict=False))
