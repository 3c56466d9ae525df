"""How marks are counted: weights, deadlines, late work, bonus, in one TOML file.

None of it changes what was marked: a new weight or an extension is counted at once, without a run.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from ... import exercises
from .submission import BadInput

ZERO, BLANK = "zero", "blank"


@dataclass(frozen=True)
class Late:
    """What late work loses.

    Attributes:
        per_day: Percent of the earned points for each day that has begun.
        most: Percent that are lost at most.
        grace_minutes: Minutes after the deadline that do not count.
        days: Days after which nothing is earned; None: never.
    """

    per_day: float = 0.0
    most: float = 100.0
    grace_minutes: float = 0.0
    days: float | None = None


@dataclass(frozen=True)
class Rules:
    """What a teacher says of one assignment. The names are those of the TOML file.

    Attributes:
        title: The name of the assignment, and of its column in a gradebook.
        notebooks: Numbers of the notebooks that the class was given; empty: what most handed in.
        roster: A CSV file of the class, beside the TOML file.
        deadline: None: nothing is late.
        weights: Points of an exercise, in place of the course's.
        extensions: Learner (name, id or mail) -> a later deadline, or days after it.
        late: What late work loses.
        all_or_nothing: No points for a part of the criteria.
        bonus: Add the points of bonus exercises to the total.
        anonymous: Pages show no names; the tables for upload do.
        own_work: Exercises in which PyTorch's ready-made attention earns nothing.
        absent: What platforms get for who handed in nothing: ``zero``, or ``blank``: no grade.
    """

    title: str = "Build the Transformer"
    notebooks: tuple[str, ...] = ()
    roster: Path | None = None
    deadline: datetime | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    extensions: Mapping[str, datetime | float] = field(default_factory=dict)
    late: Late = Late()
    all_or_nothing: bool = False
    bonus: bool = False
    anonymous: bool = False
    own_work: tuple[str, ...] = ()
    absent: str = ZERO

    def deadline_of(self, names: tuple[str, ...]) -> datetime | None:
        """The deadline of a learner, who is known by these names."""
        for name in names:
            later = self.extensions.get(name)
            if isinstance(later, datetime):
                return later
            if later is not None and self.deadline is not None:
                return self.deadline + timedelta(days=later)
        return self.deadline


def load(path: Path) -> Rules:
    """The rules in a TOML file.

    Raises:
        BadInput: it cannot be read, or a value cannot be used; the message names it.
    """
    try:
        plain = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error}") from None
    read = _Reader(path, plain)
    ids = [e.id for e in exercises.entries()]
    late = read.table("late")
    rules = Rules(
        title=read.take("title", str, Rules.title),
        notebooks=tuple(read.names("notebooks", [n.number for n in exercises.NOTEBOOKS])),
        roster=path.parent / read.take("roster", str, "") if "roster" in plain else None,
        deadline=read.time("deadline"),
        weights={k: read.number(f"weights.{k}", v) for k, v in read.table("weights").items()},
        extensions={
            k: read.number(f"extensions.{k}", v)
            if isinstance(v, int | float)
            else _time(v, path, k)
            for k, v in read.table("extensions").items()
        },
        late=Late(**{k: read.number(f"late.{k}", v) for k, v in late.items() if k in vars(Late())}),
        all_or_nothing=read.take("all_or_nothing", bool, False),
        bonus=read.take("bonus", bool, False),
        anonymous=read.take("anonymous", bool, False),
        own_work=tuple(read.names("own_work", ids)),
        absent=read.one_of("absent", (ZERO, BLANK)),
    )
    read.only([*vars(Rules()), "weights", "extensions", "late"], plain)
    read.only(ids, rules.weights, "weights.")
    read.only(list(vars(Late())), late, "late.")
    return rules


@dataclass(frozen=True)
class _Reader:
    path: Path
    plain: Mapping[str, Any]

    def take(self, name: str, kind: type, otherwise: Any) -> Any:
        value = self.plain.get(name, otherwise)
        if not isinstance(value, kind):
            raise BadInput(f"{self.path}: {name} = {value!r} must be a {kind.__name__}.")
        return value

    def table(self, name: str) -> dict[str, Any]:
        return self.take(name, dict, {})

    def names(self, name: str, known: list[str]) -> list[str]:
        found = self.take(name, list, [])
        for value in found:
            if value not in known:
                raise BadInput(f"{self.path}: {name} has {value!r}. There are: {', '.join(known)}.")
        return sorted(set(found), key=known.index)

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.take(name, str, known[0])
        if value not in known:
            raise BadInput(f"{self.path}: {name} = {value!r} must be {' or '.join(known)}.")
        return value

    def number(self, name: str, value: Any) -> float:
        usable = isinstance(value, int | float) and not isinstance(value, bool)
        if not usable or not math.isfinite(value) or value < 0:
            raise BadInput(f"{self.path}: {name} = {value!r} must be a number, 0 or more.")
        return value

    def time(self, name: str) -> datetime | None:
        return _time(self.plain[name], self.path, name) if name in self.plain else None

    def only(self, known: list[str], given: Mapping[str, Any], before: str = "") -> None:
        for name in given:
            if name not in known:
                raise BadInput(
                    f"{self.path}: {before}{name} is not known. There are: {', '.join(known)}."
                )


def _time(value: Any, path: Path, name: str) -> datetime:
    if isinstance(value, str):
        value = parse_time(value) or value
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, 23, 59, 59)  # until its end
    if not isinstance(value, datetime):
        raise BadInput(f"{path}: {name} = {value!r} is no time such as 2026-12-01T23:59:00+09:00.")
    return value if value.tzinfo else value.astimezone()


def parse_time(text: str) -> datetime | None:
    """A time in ISO 8601, of this machine's zone where it names none; None if it is no time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.astimezone()
