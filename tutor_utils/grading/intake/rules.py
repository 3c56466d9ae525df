"""How marks are counted: weights, deadlines, late work, bonus, in one TOML file.

None of it changes what was marked: a new weight or an extension is counted at once, without a run.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from ... import exercises
from .submission import BadInput

ZERO, BLANK = "zero", "blank"
_FLAGS = ("all_or_nothing", "bonus", "anonymous")


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


_KINDS = {"title": str, "notebooks": list, "roster": str, "deadline": object, "weights": dict,
          "extensions": dict, "late": dict, "own_work": list, "absent": str,
          **dict.fromkeys(_FLAGS, bool)}  # fmt: skip


def load(path: Path) -> Rules:
    """The rules in a TOML file.

    Raises:
        BadInput: it cannot be read, or a value cannot be used; the message names it.
    """
    try:
        plain = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error}") from None
    return from_plain(plain, path)


def from_plain(plain: Mapping[str, Any], path: Path) -> Rules:
    """The rules from the values of such a file; raises BadInput as ``load`` does."""
    ids = [e.id for e in exercises.entries()]
    known = {
        "": list(_KINDS),
        "notebooks": [n.number for n in exercises.NOTEBOOKS],
        "own_work": ids,
        "absent": [ZERO, BLANK],
        "weights": ids,
        "late": list(vars(Late())),
    }
    for name, value in {"": plain, **plain}.items():
        if name and name in _KINDS and not isinstance(value, _KINDS[name]):
            kind = _KINDS[name].__name__
            raise BadInput(f"{path}: {name} = {value!r} must be a {kind}.")
        for one in [value] if name == "absent" else value if name in known else ():
            if one not in known[name]:
                where, these = f"{name}: " if name else "", ", ".join(known[name])
                raise BadInput(f"{path}: {where}{one!r} is not known. There are: {these}.")

    def number(name: str, value: Any) -> float:
        usable = isinstance(value, int | float) and not isinstance(value, bool)
        if not usable or not math.isfinite(value) or value < 0:
            raise BadInput(f"{path}: {name} = {value!r} must be a number, 0 or more.")
        return float(value)

    def numbers(table: str) -> dict[str, float]:
        return {k: number(f"{table}.{k}", v) for k, v in plain.get(table, {}).items()}

    def listed(name: str) -> tuple[str, ...]:
        return tuple(sorted(set(plain.get(name, ())), key=known[name].index))

    return Rules(
        **{k: plain[k] for k in ("title", *_FLAGS, "absent") if k in plain},
        notebooks=listed("notebooks"),
        own_work=listed("own_work"),
        roster=path.parent / plain["roster"] if "roster" in plain else None,
        deadline=_time(plain["deadline"], path, "deadline") if "deadline" in plain else None,
        weights=numbers("weights"),
        extensions={
            k: number(f"extensions.{k}", v) if isinstance(v, int | float) else _time(v, path, k)
            for k, v in plain.get("extensions", {}).items()
        },
        late=Late(**numbers("late")),
    )


def _time(value: Any, path: Path, name: str) -> datetime:
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, 23, 59, 59)  # until its end
    if not isinstance(value, datetime):
        raise BadInput(f"{path}: {name} = {value!r} is no time such as 2026-12-01T23:59:00+09:00.")
    return value if value.tzinfo else value.astimezone()  # this machine's zone
