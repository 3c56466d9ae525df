"""What marking is told, and what it gives: settings, and the marks of a learner."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ... import exercises
from ..intake.owners import Who
from ..run.monitor import Limits

OLDER = "older file"  # the way of a mark whose answer stands in no newer file


@dataclass(frozen=True)
class Settings:
    """What holds for a whole class while it is marked. How marks are counted: ``rules``.

    Attributes:
        secret: Seeds the inputs together with the answer, so that no learner can know them.
        limits: What one exercise of one learner may use.
        unsafe: Run without a sandbox: for code that is trusted.
        submission_seconds: For all runs of one learner together.
        own_work: Exercises in which PyTorch's ready-made attention earns nothing.
        notebooks: Numbers of the notebooks that the class was given; only these are marked.
    """

    secret: bytes
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    submission_seconds: int = 300
    own_work: tuple[str, ...] = ()
    notebooks: tuple[str, ...] = tuple(n.number for n in exercises.NOTEBOOKS)


@dataclass(frozen=True)
class Mark:
    """The result of one exercise, before weights, lateness and corrections by hand.

    Attributes:
        exercise: Its id.
        outcome: A value of ``Outcome``.
        earned: Points that the answer earned.
        points: Points that a total asks for: 0 for a bonus, whose points come on top.
        diagnosis: The known mistake that was recognised, or empty.
        report: The check's report, as ``Report.to_dict`` gives it.
        picture: HTML of expected beside actual, or empty.
        notes: What was unusual, for the learner and the instructor.
        seconds: How long it took.
        code: The learner's own cell.
        way: How it was marked where not the usual way: a key of ``mark_submission.WAYS``, or
            ``OLDER``.
        beside: A fingerprint of which earlier parts were there for it, and whose; or empty.
        helper: Its definition in a file beside, where the cell speaks of that file.
        lacks: Packages that it imports, that are not here, and without which it did not pass.
    """

    exercise: str
    outcome: str
    earned: float
    points: int
    diagnosis: str = ""
    report: Mapping[str, Any] = field(default_factory=dict)
    picture: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    code: str = ""
    way: str = ""
    beside: str = ""
    helper: str = ""
    lacks: tuple[str, ...] = ()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Mark:
        lists = {name: tuple(plain.get(name, ())) for name in ("notes", "lacks")}
        return cls(**{**plain, **lists})


@dataclass(frozen=True)
class Result:
    """The result of one submission.

    Attributes:
        learner: The name that the files were handed in under.
        digest: A fingerprint of the files.
        when: When the newest was handed in, in ISO 8601, or empty.
        platform_id: Moodle's or Canvas's number, or empty.
        marks: One for each exercise, in the order of the course.
        notes: What was unusual in the submission as a whole.
        trouble: Why marking itself failed, where it did; a person has to look.
        seconds: How long it took.
        late: The platform said that it was late.
        handed_in: Whether there was anything at all.
        platform: Whose export it came in: ``moodle``, ``canvas``, or empty.
        readable: Whether a notebook of the course could be read.
    """

    learner: str
    digest: str
    when: str
    platform_id: str = ""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str = ""
    seconds: float = 0.0
    late: bool = False
    handed_in: bool = True
    platform: str = ""
    readable: bool = True

    @property
    def who(self) -> Who:
        return self.learner, self.platform_id

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Result:
        plain = json.loads(text)
        unknown = plain.keys() - {f.name for f in fields(cls)}
        if unknown:
            raise ValueError(f"unknown: {sorted(unknown)}")
        marks = tuple(Mark.from_plain(m) for m in plain.pop("marks"))
        return cls(**plain | {"marks": marks, "notes": tuple(plain["notes"])})
