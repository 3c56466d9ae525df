"""What goes wrong in an exercise: each mistake is an edit of one of its right answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import dedent

from ..engine.exercise import RepairedBy

ARROW = " ->"  # between old text and new, as in "x.mT -> x"; behind old text that is taken out


class NoFit(ValueError):
    """A change whose old text stands nowhere in the right answer, or in several places."""


@dataclass(frozen=True)
class Form:
    """One way to make a mistake.

    Attributes:
        right: The name of the right answer that is changed; empty where ``code`` is the answer.
        change: Old text -> new text (``changed``).
        code: The whole answer, where no edit is shorter.
        at: Where it stands in its file: "mask-inverted.also".
    """

    right: str = ""
    change: Mapping[str, str] = field(default_factory=dict)
    code: str = ""
    at: str = field(default="", compare=False)


@dataclass(frozen=True)
class KnownMistake:
    """A mistake: its name, its words (see ``engine.exercise.Mistake``), its forms, its place."""

    slug: str
    words: Mapping[str, str]
    forms: tuple[Form, ...]
    repair: RepairedBy | None = None
    at: str = field(default="", compare=False)


@dataclass(frozen=True)
class Harmless:
    """Small changes to the course's answer, as the audit makes them, that no contract speaks of.

    Attributes:
        because: Why nobody could see a difference.
        change: The change as the audit prints it, "x.transpose(1, 2) -> x.mT"; "" for every one.
        kind: Its kind; "" for every kind.
        within: A part of the statement it stands in; "" for every statement.
    """

    because: str
    change: str = ""
    kind: str = ""
    within: str = ""

    def __str__(self) -> str:
        parts = (f"within {self.within}" if self.within else "", self.kind and f"kind {self.kind}")
        return ", ".join(filter(None, (self.change, *parts)))


def changed(text: str, *changes: Mapping[str, str]) -> str:
    """A text with each old part of the changes replaced by the new one, all at once.

    An old part stands once in the text. Where old or new ends with a new line, whole lines are
    meant: the indentation that all lines of a part share is that of the text.

    Raises:
        NoFit: an old part is not there, stands in several places, or meets another one.
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
