"""Check that right answers to earlier exercises never make a right later answer fail.

What is built on a right answer, and on what is built on it, is the course's own in all other lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import exercises
from ..course import answers
from ..course.learner_package import course_text
from ..engine.run.observe import observe
from ..engine.verdict.judge import judge
from ..exercises.folder import right_answers

# A loader is written to the names of the learner's own parts: the course's knows the course's.
BY_NAME = ("load_opt", "load_m2m100", "load_llama")


@dataclass(frozen=True)
class Chain:
    """A right answer, an exercise built on it, and the check's report; "" if it passed."""

    answer: str
    into: str
    saw: str

    @property
    def shortfall(self) -> str:
        """What is wrong and what to do."""
        return (
            f"{self.answer} is right, and makes a right {self.into} wrong: {self.saw} "
            f"Let the check of {self.into} take it as it is, or let its own exercise refuse it."
        )


def chains(name: str, into: Iterable[str] | None = None) -> Iterator[Chain]:
    """Try each right answer of an exercise in every later exercise that builds on it.

    Args:
        into: Only these.
    """
    for how in right_answers(exercises.path_of(name)):
        made: dict[str, Any] = {name: answers.right(name, how)}
        for later in exercises.names()[exercises.names().index(name) + 1 :]:
            text, needed = course_text(later)
            if later in BY_NAME or made.keys().isdisjoint(needed):
                continue
            parts = {part: made[part] for part in needed if part in made}
            made[later] = answers.define(later, text, f"<{later}>", parts=parts)
            if into is None or later in into:
                exercise = exercises.find(later)
                report = judge(exercise, observe(exercise, made[later]))
                yield Chain(f"{name}: {how}", later, "" if report.passed else report.saw)


def audit_chains(name: str) -> tuple[int, list[str]]:
    """How many chains begin at an exercise, and the shortfalls of those that break."""
    found = list(chains(name))
    return len(found), [chain.shortfall for chain in found if chain.saw]
