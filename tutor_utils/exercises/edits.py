"""Known mistakes of an exercise as edits of its right answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import dedent

from ..engine.exercise import RepairedBy

ARROW = " ->"  # between old and new text, as in "x.mT -> x"; with nothing after it: a deletion


class NoFit(ValueError):
    """The old text of an edit is not in the right answer, or in several places."""


@dataclass(frozen=True)
class Form:
    """One way to make a mistake.

    Attributes:
        right: The name of the right answer that is edited; empty where ``code`` is given.
        change: Old text -> new text (see ``changed``).
        code: The full answer, where no edit is shorter.
        at: Its place in the file: "mask-inverted.also".
    """

    right: str = ""
    change: Mapping[str, str] = field(default_factory=dict)
    code: str = ""
    at: str = field(default="", compare=False)


@dataclass(frozen=True)
class KnownMistake:
    """A mistake: its name, words (see ``engine.exercise.Mistake``), forms, place in the file."""

    slug: str
    words: Mapping[str, str]
    forms: tuple[Form, ...]
    repair: RepairedBy | None = None
    at: str = field(default="", compare=False)


@dataclass(frozen=True)
class Harmless:
    """Small changes to the course's answer, made by the audit, that leave it right.

    Attributes:
        because: Why no trial can see a difference.
        change: The change as the audit prints it, "x.transpose(1, 2) -> x.mT"; empty for every
            change of ``kind``.
        within: A part of the changed statement, where the same change elsewhere is a mistake.
    """

    because: str
    change: str = ""
    kind: str = ""
    within: str = ""

    def __str__(self) -> str:
        return (self.change or f"all of kind {self.kind}") + (
            f" (within {self.within})" if self.within else ""
        )


def changed(text: str, *changes: Mapping[str, str]) -> str:
    """The text with each old part replaced by the new one, all at once.

    An old part occurs once in the text. If old or new ends with a newline, complete lines are
    replaced, and the common indentation of the part is adapted to the text's.

    Raises:
        NoFit: an old part is missing, occurs several times, or overlaps another one.
    """
    places = sorted(place for one in changes for place in _places(text, one))
    for (_, end, _), (start, _, _) in pairwise(places):
        if start < end:
            raise NoFit(f"two changes meet in {text[start:end]!r}")
    for start, end, new in reversed(places):
        text = text[:start] + new + text[end:]
    return text


def _places(text: str, change: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """(from, to, new text) of each part."""
    for old, new in change.items():
        by_line = old.endswith("\n") or new.endswith("\n")
        found = _of_lines(text, old, new) if by_line else _of_part(text, old, new)
        if len(found) != 1:
            raise NoFit(
                f"its old text {old!r} stands in {len(found)} places"
                if found
                else f"its old text {old!r} stands nowhere"
            )
        yield found[0]


def _of_part(text: str, old: str, new: str) -> list[tuple[int, int, str]]:
    starts = [start for start in range(len(text)) if text.startswith(old, start)]
    return [(start, start + len(old), new) for start in starts]


def _of_lines(text: str, old: str, new: str) -> list[tuple[int, int, str]]:
    wanted, lines = _lines(old), text.splitlines()
    found, at = [], 0
    for number, line in enumerate(lines):
        part = lines[number : number + len(wanted)]
        if _lines("\n".join(part)) == wanted:
            indent = " " * min(len(one) - len(one.lstrip()) for one in part if one.strip())
            inside = "\n".join(indent + one if one else "" for one in _lines(new))
            found.append((at, at + sum(len(one) + 1 for one in part) - 1, inside))
        at += len(line) + 1
    return found


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in dedent(text.rstrip()).strip("\n").split("\n")]
