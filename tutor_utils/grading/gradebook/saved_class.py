"""The class of the last run as plain JSON in the gradebook: ``review`` writes the pages from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from ..intake import rules
from ..intake.roster import Person, Roster
from ..intake.submission import Submission
from .classroom import Class


def to_text(the_class: Class) -> str:
    """What pages need beside the marks; no file that was handed in."""
    places = {person: i for i, person in enumerate(the_class.roster.people)}
    plain = {
        "rules": _given(asdict(the_class.rules)),
        "roster": asdict(the_class.roster),
        "who": [s.who for s in the_class.submissions],
        "said": the_class.lines(),
        "asked": the_class.asked,
        "download_times": the_class.download_times,
        "people": [[*who, places[p]] for who, p in the_class.people.items()],
        "missing": [places[p] for p in the_class.missing],
        "times": [[*who, times] for who, times in the_class.times.items()],
    }
    return json.dumps(plain, default=str)


def from_text(text: str) -> Class:
    """The other way round."""
    plain = json.loads(text)
    roster = plain["roster"]
    people = tuple(Person(**p | {"when": _time(p["when"])}) for p in roster["people"])
    return Class(
        tuple(Submission(learner, (), number) for learner, number in plain["who"]),
        Roster(people, tuple(roster["columns"]), roster["possible"]),
        rules.from_plain(plain["rules"], Path()),
        {(learner, number): people[place] for learner, number, place in plain["people"]},
        tuple(people[place] for place in plain["missing"]),
        download_times=plain["download_times"],
        times={(learner, number): times for learner, number, times in plain["times"]},
        asked=tuple(plain["asked"]),
        said=tuple(plain["said"]),
    )


def _given(plain: dict[str, Any]) -> dict[str, Any]:
    """The rules as their file would hold them: what is left out there is None here."""
    late = {k: v for k, v in plain["late"].items() if v is not None}
    roster = plain["roster"] and str(plain["roster"])
    return {k: v for k, v in (plain | {"late": late, "roster": roster}).items() if v is not None}


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
