"""The report of a check: its outcome, criteria and words for the learner."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from ..exercise import Remark
from .card import MONOSPACED, REMARKED, YOUR_LINE, card

WIDTH = 88
_LEFT_OUT = ("picture", "explained", "known", "tried", "fix", "criteria", "example")
_WRAPPED = textwrap.TextWrapper(  # addresses are not broken
    WIDTH,
    initial_indent="  ",
    subsequent_indent="  ",
    break_on_hyphens=False,
    break_long_words=False,
)
FORM = (
    "runs",
    "type",
    "dtype",
    "shape",
    "arguments",
    "defaults",
    "circumstances",
    "size-one",
    "sizes",
)  # criteria that say little of the idea
FORM_SHARE = 0.25
WORK = "work"  # a training run's own criterion: it earns nothing unless all others are met


class Outcome(StrEnum):
    """The outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    NOT_ATTEMPTED = "not_attempted"


HEADLINES = {
    Outcome.PASSED: "RIGHT",
    Outcome.FAILED: "NOT YET",
    Outcome.ERROR: "STOPPED BY AN ERROR",
    Outcome.NOT_ATTEMPTED: "NOT STARTED",
}


@dataclass(frozen=True)
class Criterion:
    """A requirement on an answer. ``passed`` is None if the check stopped before it."""

    name: str
    label: str
    passed: bool | None


def _met(criteria: list[Criterion]) -> float:
    """The share of the criteria that were met, 0 to 1, for an answer that does not meet all."""
    met = sum(c.passed is True and c.name != WORK for c in criteria)
    return met / len(criteria) if criteria else 0.0


@dataclass(frozen=True)
class Example:
    """The smallest known input that fails; ``code`` reproduces it, or is empty."""

    call: str
    expected: str
    actual: str
    place: str = ""
    code: str = field(default="", compare=False)  # derived from the call


@dataclass(frozen=True, repr=False)
class Report:
    """The result of a check. ``to_dict`` is JSON-ready; ``str`` and HTML have the same words."""

    exercise: str
    title: str
    outcome: Outcome
    criteria: tuple[Criterion, ...] = ()
    diagnosis: str | None = None
    saw: str = ""
    means: str = ""
    try_next: str = ""
    where: str = ""  # the learner's line, with a mark under the faulty part
    example: Example | None = None
    notes: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    seed: int = 0
    points: int = 1
    # (expected, actual, where wrong) for the picture; not in the text nor in to_dict.
    picture: tuple[Any, Any, Any] | None = field(default=None, compare=False, repr=False)
    # The known mistakes whose words these are; not in to_dict, like the fields below.
    explained: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    known: bool = field(default=False, compare=False, repr=False)  # words of a known mistake
    tried: Any = field(default=None, compare=False, repr=False)  # the trial of the example
    fix: str = field(default="", compare=False, repr=False)  # the repair, for the last hint

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def earned(self) -> float:
        """Points earned: all if passed, else in proportion to the criteria that were met.

        Criteria of form (it runs, type, dtype, shape, unchanged arguments) count for a quarter of
        the points, since ``return x`` meets most of them; values and properties for the rest.
        """
        if self.passed:
            return float(self.points)
        form = [c for c in self.criteria if c.name in FORM]
        rest = [c for c in self.criteria if c.name not in FORM]
        share = FORM_SHARE if form and rest else float(bool(form))
        return round(self.points * (share * _met(form) + (1 - share) * _met(rest)), 2)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary: outcome, diagnosis, criteria, words, seed, points."""
        plain = {k: v for k, v in vars(self).items() if k not in _LEFT_OUT}
        plain["outcome"] = str(self.outcome)
        plain["notes"] = list(self.notes)
        plain["remarks"] = [asdict(r) for r in self.remarks]
        plain["criteria"] = [asdict(c) for c in self.criteria]
        plain["example"] = asdict(self.example) if self.example else None
        plain["passed"] = self.passed
        plain["earned"] = self.earned
        return plain

    def sections(self) -> list[tuple[str, str]]:
        """(heading, paragraph) in reading order, from which text and HTML are made."""
        parts = [("What I saw", self.saw), (YOUR_LINE, self.where)]
        parts += [("What it means", self.means), ("What to try", self.try_next)]
        if self.example:
            e = self.example
            rows = [("call", e.call), ("expected", e.expected), ("yours", e.actual)]
            rows += [("look at", e.place)] if e.place not in self.saw else []
            lines = [
                f"{name + ':':<10}" + value.replace("\n", "\n" + " " * 10) for name, value in rows
            ]
            parts += [("Smallest example", "\n".join(lines)), ("Run it yourself", e.code)]
        parts += [("Note", note) for note in self.notes]
        parts += [(REMARKED, str(remark)) for remark in self.remarks]
        if self.criteria and not self.passed:
            words = {True: "yes", False: "NO", None: "not looked at yet"}
            marked = [f"[{words[c.passed]}] {c.label}" for c in self.criteria]
            parts.append(("Criteria", "\n".join(marked)))
        return [(head, body) for head, body in parts if body]

    @property
    def headline(self) -> str:
        return f"{HEADLINES[self.outcome]} · {self.exercise} · {self.title}"

    @property
    def footer(self) -> str:
        if self.outcome is Outcome.NOT_ATTEMPTED:
            return ""
        if self.passed:
            count = len(self.criteria)
            return f"{count} of {count} criteria met (seed {self.seed})."
        named = f"diagnosis: {self.diagnosis} · " if self.diagnosis else ""
        return f"{named}seed {self.seed} · stuck? run hint({self.exercise!r})"

    def __str__(self) -> str:
        lines = [self.headline]
        for head, body in self.sections():
            wrapped = [
                _WRAPPED.fill(line)
                if len(line) > WIDTH - 2 and head not in MONOSPACED
                else "  " + line
                for line in body.splitlines()
            ]
            lines += ["", head, *wrapped]
        if self.footer:
            lines += ["", self.footer] if len(lines) > 1 else [self.footer]
        return "\n".join(lines)

    __repr__ = __str__  # a notebook stores it with the HTML

    def _repr_html_(self) -> str:
        return self.html()

    def html(
        self, picture: str = "", hints: Sequence[str] = (), below: str = "", live: bool = True
    ) -> str:
        """The same words as ``str``, as a card; arguments as in `card`."""
        parts = self.headline, self.sections(), self.footer
        return card(self.outcome, *parts, picture=picture, hints=hints, below=below, live=live)


class CheckFailed(AssertionError):
    """Raised by a check that did not pass, so that the cell is red for every runner.

    IPython prints what ``_render_traceback_`` returns, and no Python frames: the report, or
    ``line`` where the page shows the report as a card already.
    """

    def __init__(self, report: Report, line: str = "") -> None:
        super().__init__(str(report))
        self.report = report
        self.line = line

    def _render_traceback_(self) -> list[str]:
        return [self.line] if self.line else str(self.report).splitlines()
