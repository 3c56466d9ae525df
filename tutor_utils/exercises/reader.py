"""Read a TOML file and check it: messages name the line and what is allowed there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from ..files import Malformed

_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_HEADER = re.compile(r"\[\[?\s*([^\],]+?)\s*\]")
_KEY = re.compile(r"([\w-]+)\s*=\s*(\[$)?")
_ROW = re.compile(r"\s+[{\"']")  # an item of a list that began in an earlier line
_QUOTES = re.compile("'''|\"\"\"")


class Reader:
    """A file and its tables.

    Args:
        name: The file's name in messages.

    Raises:
        Malformed: it is no TOML.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.name, self.text = name, path.read_text("utf-8")
        try:
            self.tables = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise Malformed(f"{name} is no TOML: {error}.") from error

    def check(
        self, at: str, table: Any, allowed: Mapping[str, type], needed: Collection[str] = ()
    ) -> None:
        """Raise Malformed unless it is a table with these keys alone, each of its kind.

        Args:
            at: The table: "mask-inverted.repair"; empty for the whole file.
            allowed: Key -> kind; ``object`` for any.
        """
        name = at or "the file"
        if not isinstance(table, dict):
            self.wrong(at, f"{name} should be a table")
        for key, value in table.items():
            inner, kind = f"{at}.{key}".strip("."), allowed.get(key)
            if kind is None:
                self.wrong(inner, f"{name} has {key!r}, which nobody reads", allowed)
            if kind not in (object, type(value)):
                self.wrong(inner, f"{name}: {key} = {value!r} should be {_KINDS[kind]}")
        for key in needed:
            if key not in table:
                self.wrong(at, f"{name} needs `{key}`")

    def wrong(self, at: str, what: str, allowed: Collection[str] = ()) -> NoReturn:
        """Raise Malformed, with the line of a table or key."""
        names = f". Allowed: {', '.join(allowed)}" if allowed else ""
        raise Malformed(f"{self.name}, line {line_of(self.text, at) or 1}: {what}{names}.")


def line_of(text: str, at: str) -> int:
    """The line of a table or key; else that of the table around it; 0 for the file."""
    lines = _lines_of(text)
    while at not in lines and "." in at:
        at = at.rpartition(".")[0]
    return lines.get(at, 0)


def _lines_of(text: str) -> dict[str, int]:
    """Table or key -> its line, as "mask-inverted.means" -> 12."""
    found: dict[str, int] = {}
    latest: dict[str, str] = {}  # a table's name -> the numbered name of its last occurrence
    table, inside, rows, begun = "", "", "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            pass
        elif header := _HEADER.match(line):
            name = header[1].replace('"', "")
            parent, _, last = name.rpartition(".")
            table = _again(f"{latest.get(parent, parent)}.{last}".strip("."), found)
            found[table], latest[name] = number, table
        elif rows and _ROW.match(line):
            found[rows if found[rows] == begun else _again(rows, found)] = number
        elif key := _KEY.match(line):
            name = f"{table}.{key[1]}".strip(".")
            rows = name if key[2] else ""
            found[name] = begun = number
        for quotes in _QUOTES.findall(line):
            inside = "" if quotes == inside else inside or quotes
    return found


def _again(name: str, found: Collection[str]) -> str:
    """The name, numbered from its second occurrence on, as for a second ``also``."""
    many = sum(1 for one in found if re.fullmatch(rf"{re.escape(name)}(\.\d+)?", one))
    return f"{name}.{many}" if many else name
