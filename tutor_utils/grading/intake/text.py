"""Texts that strangers wrote, made fit for files, pages and tables where they come in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

REPLACED = "\N{REPLACEMENT CHARACTER}"
# Control signs but tab and line break, those that turn the direction of what follows, halves of a
# pair, and code points that are no characters: XML, spreadsheets or readers stumble over each.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufdd0-\ufdef\ufffe\uffff"
    + "".join(
        f"{chr(plane * 0x10000 + 0xFFFE)}-{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17)
    )
    + "]"
)


def decoded(data: bytes) -> str:
    """The text of a file, in whichever encoding it was saved."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp949"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def whole(text: str) -> str:
    """The text with halves of surrogate pairs joined, and lone ones replaced: it can be encoded."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def clean(text: str, most: int = 100_000) -> str:
    """A text of several lines that any file or page can hold.

    Args:
        most: Characters that are kept; what was cut is said in their place.
    """
    if len(text) > most:
        text = f"{text[:most]}\n... ({len(text) - most} more characters)"
    return _UNFIT.sub(REPLACED, whole(text.replace("\r\n", "\n")))


def clean_all(value: Any, most: int = 100_000) -> Any:
    """The same for each text inside of lists and dictionaries; other values as they are."""
    if isinstance(value, str):
        return clean(value, most)
    if isinstance(value, Mapping):
        return {clean_all(k, most): clean_all(v, most) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(clean_all(v, most) for v in value)
    return value


def printable(text: str, most: int = 400) -> str:
    """One line without control signs, and without those that turn its direction."""
    return "".join(
        REPLACED if unicodedata.category(sign)[0] == "C" else sign
        for sign in unicodedata.normalize("NFC", whole(text[:most]))
    ).strip()


def tidy(name: str) -> str:
    """A name that is safe to print, and never empty."""
    return printable(name, 120) or "(no name)"


def listed(names: Sequence[str]) -> str:
    """Names in a row, parted by semicolons where one holds a comma, as Canvas's do."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def shortened(names: Sequence[str], most: int) -> list[str]:
    """The first names, and how many more there are."""
    more = len(names) - most
    return [*names[:most], *([f"and {more} more"] if more > 0 else [])]
