"""Read ``mistakes.toml``: the hints of an exercise, and what goes wrong in it.

    hints = ["Which two axes must change places?", "Heads stand before tokens.", "`.mT` is ..."]
    right = "usual"

    [heads-not-moved]
    old = ".transpose(1, 2)"
    new = ""
    means = "You cut the features into heads, but left the head axis after the tokens."
    try_next = "Look at the order of the axes after the cut. Which two must change places?"

A table is a mistake: ``old`` stands once in the right answer of that name, and with ``new`` in its
place the answer is wrong. Text that ends with a new line stands for whole lines.

    old, new        The edit. Several texts in ``new`` are as many forms of the mistake.
    changes         Several edits at once: ``[{ old = ..., new = ... }, ...]``, one in each line.
    code            A whole answer, where no edit is shorter.
    right           The name of the right answer, where it is another than on top of the file.
    repair          The edit of a learner's own code that shows the mistake, however it is written
                    there: its ``kind``, ``of``, ``old``, ``new``, ``line`` (see ``RepairedBy``).
    [[NAME.also]]   Another form of the mistake: an edit, or code.
    means, ...      The words, see ``engine.exercise.Mistake``. A mistake without ``means`` takes
                    those of its name in ``shared_mistakes.toml``, or the engine's own.

``[[harmless]]`` tells the audit of small changes that make no mistake: ``change`` as it prints one
(or several), or the ``kind``, with ``within``, a part of the statement; and ``because``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..engine.exercise import RepairedBy
from . import reader
from .edits import Form, Harmless, KnownMistake

WORDS = dict.fromkeys(("means", "try_next", "hint", "raises", "fails", "source"), str)
_LINES = ("means", "try_next", "hint")  # may be written in several lines
_EDIT = {"right": str, "old": str, "new": object, "changes": list, "code": str}
_REPAIR = dict.fromkeys(("kind", "of", "old", "new", "line"), str)
_TOP = {"hints": list, "right": str, "harmless": list}
_HARMLESS = {"change": object, "kind": str, "within": str, "because": str}
_SLUG = re.compile(r"[a-z0-9_]+(-[a-z0-9_√]+)*", re.IGNORECASE)
Table = Mapping[str, Any]


@dataclass(frozen=True)
class Mistakes:
    """The known mistakes of an exercise, and the changes that are none, in their order.

    Attributes:
        hints: From vague to near-explicit.
        right: The right answer that edits are of where they name none.
        text: The file.
    """

    entries: tuple[KnownMistake, ...]
    no_mistakes: tuple[Harmless, ...]
    hints: tuple[str, ...]
    right: str
    text: str

    def line_of(self, at: str) -> int:
        """The line of a table; "mask-inverted.old": of a key of it; the last + 1 where none is."""
        return reader.line_of(self.text, at) or self.text.count("\n") + 1


def read(path: Path, name: str, rights: Collection[str]) -> Mistakes:
    """The mistakes of a file.

    Args:
        name: How a message calls the file.
        rights: The names of the right answers that can be edited.

    Raises:
        Malformed: something in it is not as it should be. Names the line, and what is allowed.
    """
    return _Reader(path, name, rights).mistakes()


def read_words(path: Path, name: str) -> dict[str, KnownMistake]:
    """Mistakes by name, of a file with words alone. Raises ``Malformed`` as ``read``."""
    shared = _Reader(path, name, ())
    found = {}
    for slug, table in shared.tables.items():
        words = shared.words(slug, table, {"repair": dict})
        found[slug] = KnownMistake(slug, words, (), shared.repair(slug, table))
    return found


class _Reader(reader.Reader):
    """Reads the mistakes of a file."""

    def __init__(self, path: Path, name: str, rights: Collection[str]) -> None:
        super().__init__(path, name)
        self.rights = rights

    def mistakes(self) -> Mistakes:
        given = dict(self.tables)
        top = {key: given.pop(key) for key in _TOP if key in given}
        self.check("", top, _TOP)
        right, hints = top.get("right", ""), top.get("hints", [])
        for hint in hints:
            if not isinstance(hint, str):
                self.wrong("hints", f"{hint!r} should be a text")
        if right not in ("", *self.rights):
            self.wrong("right", f"right = {right!r} is no right answer", self.rights)
        for slug, table in given.items():
            if not isinstance(table, dict):
                self.wrong(slug, f"{slug!r} stands above the first mistake", ("hints", "right"))
        entries = tuple(self.entry(slug, table, right) for slug, table in given.items())
        harmless = tuple(self.harmless(top.get("harmless", [])))
        return Mistakes(entries, harmless, tuple(hints), right, self.text)

    def entry(self, slug: str, table: Table, right: str) -> KnownMistake:
        if not _SLUG.fullmatch(slug):
            self.wrong(slug, f"{slug!r} is no name: one such as softmax-over-queries is wanted")
        words = self.words(slug, table, {**_EDIT, "also": list, "repair": dict})
        forms = list(self.forms(slug, table, right))
        for number, one in enumerate(table.get("also", [])):
            at = f"{slug}.also" + (f".{number}" if number else "")
            self.check(at, one, _EDIT)
            forms += self.forms(at, one, right)
        return KnownMistake(slug, words, tuple(forms), self.repair(slug, table))

    def words(self, slug: str, table: Table, others: Mapping[str, type]) -> dict[str, str]:
        """The words of a mistake, "" where it has none, each on one line."""
        self.check(slug, table, {**WORDS, **others})
        found = {key: table.get(key, "") for key in WORDS}
        return found | {key: _one_line(found[key]) for key in _LINES}

    def repair(self, slug: str, table: Table) -> RepairedBy | None:
        """The edit that shows the mistake."""
        if "repair" not in table:
            return None
        at, given = f"{slug}.repair", table["repair"]
        self.check(at, given, _REPAIR)
        from ..engine.naming.repair.words import kinds  # of no use to an answer that passes

        if given.get("kind") not in kinds():
            self.wrong(
                at, f"{at}: kind = {given.get('kind')!r} is no kind of edit", sorted(kinds())
            )
        return RepairedBy(**given)

    def forms(self, at: str, table: Table, right: str) -> Iterator[Form]:
        """The forms that a table describes: one, or as many as ``new`` has texts."""
        kinds = [key for key in ("old", "changes", "code") if key in table]
        if len(kinds) != 1:
            said = "both " + " and ".join(kinds) if kinds else "no edit and no code"
            self.wrong(at, f"{at} has {said}: it needs one", ("old", "changes", "code"))
        if "code" in table:
            yield Form(code=table["code"], at=at)
            return
        right = table.get("right", right)
        if right not in self.rights:
            key = f"{at}.right" if "right" in table else at
            self.wrong(key, f"{at} changes {right!r}, which is no right answer", self.rights)
        if "changes" in table:
            change: dict[str, str] = {}
            for number, one in enumerate(table["changes"]):
                inner = f"{at}.changes" + (f".{number}" if number else "")
                self.check(inner, one, {"old": str, "new": str})
                change |= self.pair(inner, one)
            yield Form(right, change, at=at)
            return
        new = table.get("new")
        for one in new if isinstance(new, list) else [new]:
            yield Form(right, self.pair(at, {**table, "new": one}), at=f"{at}.old")

    def pair(self, at: str, table: Table) -> dict[str, str]:
        for key in ("old", "new"):
            if not isinstance(table.get(key), str):
                self.wrong(at, f'{at} needs a text for `{key}`; to take `old` out: new = ""')
        return {table["old"]: table["new"]}

    def harmless(self, tables: list[Any]) -> Iterator[Harmless]:
        for number, table in enumerate(tables):
            at = "harmless" + (f".{number}" if number else "")
            self.check(at, table, _HARMLESS)
            change = table.get("change", "")
            every = change if isinstance(change, list) else [change]
            if not table.get("because") or bool(change) == bool(table.get("kind")):
                self.wrong(at, "a harmless change needs `because`, and `change` or else `kind`")
            for one in every:
                words = {key: table.get(key, "") for key in ("kind", "within")}
                yield Harmless(_one_line(table["because"]), one, **words)


def _one_line(text: str) -> str:
    return " ".join(map(str.strip, text.splitlines()))
