"""How ``mistakes.py`` says what goes wrong: each mistake is an edit of a right answer.

    mistakes = Mistakes()
    mistakes.add(
        "heads-not-moved",
        edit("reshape_transpose", {".transpose(1, 2)": ""}),
        means="You cut the features into heads, but left the head axis after the tokens.",
        try_next="Look at the order of the axes after the cut. Which two must change places?",
    )

Several forms of one mistake share its words: they stand one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import dedent


class NoFit(ValueError):
    """A change whose old text stands nowhere in the right answer, or in several places."""


@dataclass(frozen=True)
class Form:
    """One way to make a mistake.

    Attributes:
        right: The name of the right answer that is changed; empty where ``code`` is the answer.
        change: Old text -> new text (``changed``).
        code: The whole answer, where no edit is shorter.
    """

    right: str = ""
    change: Mapping[str, str] = field(default_factory=dict)
    code: str = ""


def edit(right: str, change: Mapping[str, str]) -> Form:
    """The right answer of that name with a change."""
    return Form(right, change)


def edits(right: str, old: str, *new: str) -> tuple[Form, ...]:
    """A family: the same text, with something else in its place each time."""
    return tuple(Form(right, {old: one}) for one in new)


def code(text: str) -> Form:
    """A whole answer. The indentation that all its lines share is not part of it."""
    return Form(code=dedent(text).strip("\n") + "\n")


@dataclass(frozen=True)
class Entry:
    """A mistake: its name, its words (see ``engine.exercise.Mistake``), its forms."""

    slug: str
    words: dict[str, str]
    forms: tuple[Form, ...]


@dataclass(frozen=True)
class Harmless:
    """Small changes to the course's answer, as the audit makes them, that no contract speaks of.

    Attributes:
        because: Why nobody could see a difference.
        change: The change as the audit prints it, "x.transpose(1, 2) -> x.mT"; empty for every
            change of ``kind``.
        within: A part of the statement it stands in, where the same change elsewhere matters.
    """

    because: str
    change: str = ""
    kind: str = ""
    within: str = ""

    def __str__(self) -> str:
        return (self.change or f"all of kind {self.kind}") + (
            f" (within {self.within})" if self.within else ""
        )


class Mistakes:
    """The known mistakes of an exercise, and the changes that are none, in their order."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.no_mistakes: list[Harmless] = []

    def add(
        self,
        slug: str,
        *forms: Form,
        means: str = "",
        try_next: str = "",
        hint: str = "",
        raises: str = "",
        fails: str = "",
        source: str = "",
    ) -> None:
        """A mistake. The fields of ``engine.exercise.Mistake`` say what its words are.

        Without ``means`` it takes the words of the other mistake of its name, the shared ones of
        ``shared_mistakes.toml``, or those that a report has for any exercise.
        """
        words = {"means": means, "try_next": try_next, "hint": hint}
        words = {name: joined_lines(text) for name, text in words.items()}
        self.entries.append(
            Entry(slug, words | {"raises": raises, "fails": fails, "source": source}, forms)
        )

    def harmless(self, change: str = "", *, because: str, kind: str = "", within: str = "") -> None:
        """Tell the audit of a change that makes no mistake (``Harmless``)."""
        self.no_mistakes.append(Harmless(because, change, kind, within))


def joined_lines(text: str) -> str:
    """Words of several lines on one."""
    return " ".join(map(str.strip, text.splitlines()))


def changed(text: str, *changes: Mapping[str, str]) -> str:
    """A text with each old part of the changes replaced by the new one, all at once.

    An old part stands once in the text. Where old or new begins with a new line, whole lines are
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
        by_line = old.startswith("\n") or new.startswith("\n")
        found = _of_lines(text, old, new) if by_line else _of_part(text, old, new)
        if len(found) != 1:
            raise NoFit(f"{old!r} stands in {len(found)} places" if found else f"no {old!r}")
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
