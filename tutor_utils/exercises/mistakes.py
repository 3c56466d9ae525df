"""Read ``mistakes.toml``: what goes wrong in an exercise.

    right = "usual"

    [heads-not-moved]
    old = ".transpose(1, 2)"
    new = ""
    means = "You cut the features into heads, but left the head axis after the tokens."
    try_next = "Look at the order of the axes after the cut. Which two must change places?"

A table is a mistake: ``old`` stands once in the right answer of that name, and with ``new`` in its
place the answer is wrong. Text that ends with a new line stands for whole lines.

    old, new        The edit. Several texts in ``new`` are as many forms of the mistake.
    changes         Several edits at once, each with ``old`` and ``new``.
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
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from ..engine.exercise import RepairedBy
from .edits import Form, Harmless, KnownMistake

WORDS = ("means", "try_next", "hint", "raises", "fails", "source")
_LINES = ("means", "try_next", "hint")  # may be written in several lines
_EDIT = ("right", "old", "new", "changes", "code")
_REPAIR = ("kind", "of", "old", "new", "line")
_HARMLESS = ("change", "kind", "within", "because")
_SLUG = re.compile(r"[a-z0-9_]+(-[a-z0-9_√]+)*", re.IGNORECASE)
_HEADER = re.compile(r"\[\[?\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"((?!changes)[\w-]+)\s*=")
_INLINE = re.compile(r"\s*\{\s*\w+\s*=")  # one of several changes
_QUOTES = re.compile("'''|\"\"\"")
Table = Mapping[str, Any]


class Malformed(ValueError):
    """A file of an exercise's folder is not as it should be. Says which file and what to do."""


@dataclass(frozen=True)
class Mistakes:
    """The known mistakes of an exercise, and the changes that are none, in their order.

    Attributes:
        right: The right answer that edits are of where they name none.
        text: The file.
    """

    entries: tuple[KnownMistake, ...]
    no_mistakes: tuple[Harmless, ...]
    right: str
    text: str

    def line_of(self, at: str) -> int:
        """The line of a table; "mask-inverted.old": of a key of it; the last + 1 where none is."""
        return _line_of(self.text, at) or self.text.count("\n") + 1


def read(path: Path, name: str, rights: Collection[str]) -> Mistakes:
    """The mistakes of a file.

    Args:
        name: How a message calls the file.
        rights: The names of the right answers that can be edited.

    Raises:
        Malformed: something in it is not as it should be. Names the line, and what is allowed.
    """
    text = path.read_text("utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"{name} is no TOML: {error}.") from error
    return _Reader(name, text, rights, tables).mistakes()


def read_words(path: Path, name: str) -> dict[str, KnownMistake]:
    """Mistakes by name, of a file with words alone. Raises ``Malformed`` as ``read``."""
    text = path.read_text("utf-8")
    reader = _Reader(name, text, (), tomllib.loads(text))
    found = {}
    for slug, table in reader.tables.items():
        words = reader.words(slug, table, (*WORDS, "repair"))
        found[slug] = KnownMistake(slug, words, (), reader.repair(slug, table))
    return found


class _Reader:
    """Reads the tables of a file."""

    def __init__(self, name: str, text: str, rights: Collection[str], tables: Table) -> None:
        self.name, self.text, self.rights, self.tables = name, text, rights, tables

    def mistakes(self) -> Mistakes:
        given = dict(self.tables)
        harmless = given.pop("harmless", [])
        right = given.pop("right", "")
        if right not in ("", *self.rights):
            self.wrong("right", f"right = {right!r} is no right answer", self.rights)
        for slug, table in given.items():
            if not isinstance(table, dict):
                self.wrong(slug, f"{slug!r} stands above the first mistake", ("right",))
        entries = tuple(self.entry(slug, table, right) for slug, table in given.items())
        return Mistakes(entries, tuple(self.harmless(harmless)), right, self.text)

    def entry(self, slug: str, table: Table, right: str) -> KnownMistake:
        if not _SLUG.fullmatch(slug):
            self.wrong(slug, f"{slug!r} is no name: one such as softmax-over-queries is wanted")
        words = self.words(slug, table, (*WORDS, *_EDIT, "also", "repair"))
        also = self.tables_of(slug, table, "also")
        forms = list(self.forms(slug, table, right))
        for number, one in enumerate(also):
            at = f"{slug}.also" + (f".{number}" if number else "")
            self.allow(at, one, _EDIT)
            forms += self.forms(at, one, right)
        return KnownMistake(slug, words, tuple(forms), self.repair(slug, table))

    def words(self, slug: str, table: Table, allowed: Collection[str]) -> dict[str, str]:
        """The words of a mistake, "" where it has none, each on one line."""
        self.allow(slug, table, allowed)
        self.texts(slug, table, WORDS)
        found = {key: table.get(key, "") for key in WORDS}
        return found | {key: _one_line(found[key]) for key in _LINES}

    def repair(self, slug: str, table: Table) -> RepairedBy | None:
        """The edit that shows the mistake."""
        if "repair" not in table:
            return None
        at, given = f"{slug}.repair", table["repair"]
        self.allow(at, given, _REPAIR)
        self.texts(at, given, _REPAIR)
        from ..engine.naming.repair.words import kinds  # of no use to an answer that passes

        if given.get("kind") not in kinds():
            self.wrong(
                at, f"{at}: kind = {given.get('kind')!r} is no kind of edit", sorted(kinds())
            )
        return RepairedBy(**given)

    def forms(self, at: str, table: Table, right: str) -> Iterator[Form]:
        """The forms that a table describes: one, or as many as ``new`` has texts."""
        self.texts(at, table, ("right", "old", "code"))
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
            for number, one in enumerate(self.tables_of(at, table, "changes")):
                inner = f"{at}.changes" + (f".{number}" if number else "")
                self.allow(inner, one, ("old", "new"))
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

    def harmless(self, tables: Any) -> Iterator[Harmless]:
        for number, table in enumerate(self.tables_of("", {"harmless": tables}, "harmless")):
            at = "harmless" + (f".{number}" if number else "")
            self.allow(at, table, _HARMLESS)
            change = table.get("change", "")
            every = change if isinstance(change, list) else [change]
            self.texts(at, {**table, "change": "".join(map(str, every))}, _HARMLESS)
            if not table.get("because") or bool(change) == bool(table.get("kind")):
                self.wrong(at, "a harmless change needs `because`, and `change` or else `kind`")
            for one in every:
                words = {key: table.get(key, "") for key in ("kind", "within")}
                yield Harmless(_one_line(table["because"]), one, **words)

    def allow(self, at: str, table: Any, names: Collection[str]) -> None:
        """Raise Malformed where a table is none, or holds another name."""
        if not isinstance(table, dict):
            self.wrong(at, f"{at} should be a table")
        for key in table:
            if key not in names:
                self.wrong(f"{at}.{key}", f"{at} has {key!r}, which nobody reads", names)

    def tables_of(self, at: str, table: Table, key: str) -> list[Any]:
        """The tables of that name. Raise Malformed where it is something else."""
        found = table.get(key, [])
        if not isinstance(found, list):
            self.wrong(f"{at}.{key}", f"{at}: {key} = {found!r} should be tables")
        return found

    def texts(self, at: str, table: Table, names: Collection[str]) -> None:
        """Raise Malformed where one of these is no text."""
        for key in names:
            if not isinstance(table.get(key, ""), str):
                self.wrong(f"{at}.{key}", f"{at}: {key} = {table[key]!r} should be a text")

    def wrong(self, at: str, what: str, allowed: Collection[str] = ()) -> NoReturn:
        names = f". Allowed: {', '.join(allowed)}" if allowed else ""
        raise Malformed(f"{self.name}, line {_line_of(self.text, at) or 1}: {what}{names}.")


def _one_line(text: str) -> str:
    return " ".join(map(str.strip, text.splitlines()))


def _line_of(text: str, at: str) -> int:
    """The line of a table or of a key; of what is around it where it has none; 0 for nothing."""
    lines = _lines_of(text)
    while at not in lines and "." in at:
        at = at.rpartition(".")[0]
    return lines.get(at, 0)


def _lines_of(text: str) -> dict[str, int]:
    """Where tables and their keys stand: "mask-inverted.means" -> its line."""
    found: dict[str, int] = {}
    latest: dict[str, str] = {}  # a table's name -> with a number, where it stands there again
    table, inside = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            pass
        elif header := _HEADER.match(line):
            name = header[1].replace('"', "")
            parent, _, last = name.rpartition(".")
            table = _again(f"{latest.get(parent, parent)}.{last}".strip("."), found)
            found[table], latest[name] = number, table
        elif _INLINE.match(line):
            found[_again(f"{table}.changes", found)] = number
        elif key := _KEY.match(line):
            found[f"{table}.{key[1]}".strip(".")] = number
        for quotes in _QUOTES.findall(line):
            inside = "" if quotes == inside else inside or quotes
    return found


def _again(name: str, found: Collection[str]) -> str:
    """The name; with a number where it stands there already, as for the second ``also``."""
    many = sum(1 for one in found if re.fullmatch(rf"{re.escape(name)}(\.\d+)?", one))
    return f"{name}.{many}" if many else name
