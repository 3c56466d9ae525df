"""Read ``mistakes.toml``: the hints and known mistakes of an exercise.

    hints = ["Which two axes must change places?", "Heads stand before tokens.", "`.mT` is ..."]

    [shared]
    view-straight-to-heads = "L, num_heads, d_k).mT -> num_heads, L, d_k)"

    [heads-not-moved]
    edit = ".transpose(1, 2) ->"
    means = "You cut the features into heads, but left the head axis after the tokens."
    try_next = "Look at the order of the axes after the cut. Which two must change places?"

Each table is a mistake: an edit that makes a right answer wrong. ``[shared]`` holds mistakes whose
words are elsewhere: in ``shared_mistakes.toml`` under the same name, or in the engine, if the name
is a kind of edit that the check finds in a learner's code (``engine/naming/repair/kinds.toml``).

    edit            "old text -> new text", where old occurs once in the right answer; a list of
                    edits gives as many forms of the mistake.
    changes         A list of edits that are applied together.
    old, new        The two texts of a long edit. One that ends with a newline stands for complete
                    lines. Among ``changes`` it is ``{ old = ..., new = ... }``.
    code            The full answer, where no edit is shorter.
    right           The name of the right answer that is edited. By default ``right`` at the top of
                    the file; if that is missing, ``usual``.
    repair          The edit of a learner's own code that shows the mistake, however it is written
                    there: ``kind``, ``of``, ``old``, ``new``, ``line`` (see ``RepairedBy``).
    [[NAME.also]]   Another form of the mistake: an edit, or code.
    means, ...      The words, see ``engine.exercise.Mistake``. Without ``means``: those of the same
                    name in ``shared_mistakes.toml``, or the engine's own.

``[[harmless]]`` lists small changes that leave the answer right, for the audit: ``change`` as the
audit prints it (or a list), or a ``kind``, and ``because``; ``within`` limits it to statements that
contain this text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..engine.exercise import RepairedBy
from . import reader
from .edits import ARROW, Form, Harmless, KnownMistake

WORDS = dict.fromkeys(("means", "try_next", "hint", "raises", "fails", "source"), str)
_LINES = ("means", "try_next", "hint")  # may span several lines
_EDIT = {"right": str, "edit": object, "old": str, "new": object, "changes": list, "code": str}
_REPAIR = dict.fromkeys(("kind", "of", "old", "new", "line"), str)
_TOP = {"hints": list, "right": str, "shared": dict, "harmless": list}
_HARMLESS = {"change": object, "kind": str, "within": str, "because": str}
_ONE_OF = ("edit", "old", "changes", "code")
_SLUG = re.compile(r"[a-z0-9_]+(-[a-z0-9_√]+)*", re.IGNORECASE)
Table = Mapping[str, Any]


@dataclass(frozen=True)
class Mistakes:
    """The known mistakes of an exercise, and the harmless changes, in their order.

    Attributes:
        hints: From vague to near-explicit.
        right: The right answer that is edited where an edit names none.
        text: The text of the file.
    """

    entries: tuple[KnownMistake, ...]
    no_mistakes: tuple[Harmless, ...]
    hints: tuple[str, ...]
    right: str
    text: str

    def line_of(self, at: str) -> int:
        """The line of a table, or of a key ("mask-inverted.old"); without one, the last + 1."""
        return reader.line_of(self.text, at) or self.text.count("\n") + 1


def read(path: Path, name: str, rights: Collection[str]) -> Mistakes:
    """The mistakes of a file.

    Args:
        name: How a message calls the file.
        rights: The names of the right answers that can be edited.

    Raises:
        Malformed: the file is not valid; names the line and the allowed keys or values.
    """
    return _Reader(path, name, rights).mistakes()


def read_words(path: Path, name: str) -> dict[str, KnownMistake]:
    """Mistakes by name, from a file that holds only words. Raises ``Malformed`` as ``read``."""
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
        usual = "usual" if "usual" in self.rights else ""
        right, hints = top.get("right", usual), top.get("hints", [])
        for hint in hints:
            if not isinstance(hint, str):
                self.wrong("hints", f"{hint!r} should be a text")
        if right not in ("", *self.rights):
            self.wrong("right", f"right = {right!r} is no right answer", self.rights)
        for slug, table in given.items():
            if not isinstance(table, dict):
                self.wrong(slug, f"{slug!r} stands above the first mistake", ("hints", "right"))
        entries = [
            self.entry(slug, {"edit": edit}, right, "shared.")
            for slug, edit in top.get("shared", {}).items()
        ]
        entries += [self.entry(slug, table, right) for slug, table in given.items()]
        harmless = tuple(self.harmless(top.get("harmless", [])))
        return Mistakes(tuple(entries), harmless, tuple(hints), right, self.text)

    def entry(self, slug: str, table: Table, right: str, within: str = "") -> KnownMistake:
        at = f"{within}{slug}"
        if not _SLUG.fullmatch(slug):
            self.wrong(at, f"{slug!r} is no name: one such as softmax-over-queries is wanted")
        words = self.words(slug, table, {**_EDIT, "also": list, "repair": dict})
        forms = list(self.forms(at, table, right))
        for number, one in enumerate(table.get("also", [])):
            again = _numbered(f"{at}.also", number)
            self.check(again, one, _EDIT)
            forms += self.forms(again, one, right)
        return KnownMistake(slug, words, tuple(forms), self.repair(slug, table), at)

    def words(self, slug: str, table: Table, others: Mapping[str, type]) -> dict[str, str]:
        """The words of a mistake, each joined to one line; "" for missing ones."""
        self.check(slug, table, {**WORDS, **others})
        found = {key: table.get(key, "") for key in WORDS}
        return found | {key: _one_line(found[key]) for key in _LINES}

    def repair(self, slug: str, table: Table) -> RepairedBy | None:
        """The edit that shows the mistake."""
        if "repair" not in table:
            return None
        at, given = f"{slug}.repair", table["repair"]
        self.check(at, given, _REPAIR)
        if given.get("kind") not in kinds():
            self.wrong(
                at, f"{at}: kind = {given.get('kind')!r} is no kind of edit", sorted(kinds())
            )
        return RepairedBy(**given)

    def forms(self, at: str, table: Table, right: str) -> Iterator[Form]:
        """The forms that a table describes: one, or as many as ``edit`` lists."""
        kinds = [key for key in _ONE_OF if key in table]
        if len(kinds) != 1:
            found = "both " + " and ".join(kinds) if kinds else "no edit and no code"
            self.wrong(at, f"{at} has {found}: it needs one", _ONE_OF)
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
                change |= self.pair(_numbered(f"{at}.changes", number), one)
            yield Form(right, change, at=at)
        elif "old" in table:
            old_and_new = {key: table[key] for key in ("old", "new") if key in table}
            yield Form(right, self.pair(at, old_and_new), at=f"{at}.old")
        else:
            every = table["edit"] if isinstance(table["edit"], list) else [table["edit"]]
            for number, one in enumerate(every):
                inner = _numbered(f"{at}.edit", number)
                yield Form(right, self.pair(inner, one), at=inner)

    def pair(self, at: str, edit: Any) -> dict[str, str]:
        """Old text -> new text, of ``"old -> new"`` or of a table."""
        if isinstance(edit, dict):
            self.check(at, edit, {"old": object, "new": object})
            for key in ("old", "new"):
                if not isinstance(edit.get(key), str):
                    self.wrong(at, f'{at} needs a text for `{key}`; to take `old` out: new = ""')
            return {edit["old"]: edit["new"]}
        if not isinstance(edit, str) or edit.count(ARROW) != 1:
            self.wrong(at, f"{at}: {edit!r} should be `old -> new`, or `old ->` to take it out")
        old, _, new = edit.partition(ARROW)
        return {old: new.removeprefix(" ")}

    def harmless(self, tables: list[Any]) -> Iterator[Harmless]:
        for number, table in enumerate(tables):
            at = _numbered("harmless", number)
            self.check(at, table, _HARMLESS)
            change = table.get("change", "")
            every = change if isinstance(change, list) else [change]
            if not table.get("because") or bool(change) == bool(table.get("kind")):
                self.wrong(at, "a harmless change needs `because`, and `change` or else `kind`")
            for one in every:
                words = {key: table.get(key, "") for key in ("kind", "within")}
                yield Harmless(_one_line(table["because"]), one, **words)


def kinds() -> Collection[str]:
    """The kinds of edit that the check finds in a learner's code."""
    from ..engine.naming.repair import words  # not loaded for an answer that passes

    return words.kinds()


def _numbered(at: str, number: int) -> str:
    """The name by which ``reader.line_of`` finds the n-th table of an array of tables."""
    return f"{at}.{number}" if number else at


def _one_line(text: str) -> str:
    return " ".join(map(str.strip, text.splitlines()))
