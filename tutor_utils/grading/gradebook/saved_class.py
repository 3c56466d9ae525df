"""The class of the last run as plain JSON in the gradebook: ``review`` writes the pages from it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..intake.roster import Person, Roster
from ..intake.rules import Late, Rules
from ..intake.submission import Submission
from .classroom import Intake


def to_text(rules: Rules, roster: Roster | None, intake: Intake) -> str:
    """What pages need beside the marks; no file that was handed in."""
    people = list(roster.people) if roster else []
    places = {id(p): i for i, p in enumerate(people)}
    return json.dumps(
        {
            "rules": asdict(rules),
            "columns": roster.columns if roster else None,
            "possible": roster.possible if roster else {},
            "people": [asdict(p) for p in people],
            "who": [s.who for s in intake.submissions],
            "person": [[*who, places[id(p)]] for who, p in intake.people.items()],
            "missing": [places[id(p)] for p in intake.missing],
            "lines": intake.lines(),
            "asked": intake.asked,
            "download_times": intake.download_times,
            "platform": intake.platform,
        },
        default=str,
    )


def from_text(text: str) -> tuple[Rules, Roster | None, Intake]:
    """The other way round."""
    plain = json.loads(text)
    people = tuple(Person(**p | {"when": _time(p["when"])}) for p in plain["people"])
    columns, possible = plain["columns"], plain.get("possible", {})
    roster = None if columns is None else Roster(people, tuple(columns), possible)
    intake = Intake(
        tuple(Submission(learner, (), number) for learner, number in plain["who"]),
        {(learner, number): people[place] for learner, number, place in plain["person"]},
        tuple(people[place] for place in plain["missing"]),
        download_times=plain["download_times"],
        platform=plain["platform"],
        asked=tuple(plain["asked"]),
        said=tuple(plain["lines"]),
    )
    return _rules(plain["rules"]), roster, intake


def _rules(plain: dict[str, Any]) -> Rules:
    extensions = {
        name: value if isinstance(value, int | float) else datetime.fromisoformat(value)
        for name, value in plain.pop("extensions").items()
    }
    late, deadline, roster = plain.pop("late"), plain.pop("deadline"), plain.pop("roster")
    found = Rules(**plain, late=Late(**late), extensions=extensions, deadline=_time(deadline))
    return replace(
        found,
        notebooks=tuple(found.notebooks),
        own_work=tuple(found.own_work),
        roster=Path(roster) if roster else None,
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
