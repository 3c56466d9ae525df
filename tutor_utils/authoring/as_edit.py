"""Derive the edit that turns the nearest right answer into a wrong one, and write it as text."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from textwrap import dedent, indent
from typing import Any

from ..exercises.edits import Form, NoFit, changed, code

SHORTEST = 8  # letters of a part, for a reader to know it again
WIDTH = 96
Place = tuple[int, int, int, int]  # from, to in the old; from, to in the new


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class _Statement:
    """A logical line: its indentation, its normalised code and its place."""

    depth: int
    tokens: tuple[_Token, ...]
    first: int  # line
    last: int

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        return self.depth, tuple(_said(token.text) for token in self.tokens)


@dataclass(frozen=True)
class _Text:
    text: str
    statements: list[_Statement]

    @property
    def keys(self) -> list[tuple[int, tuple[str, ...]]]:
        return [statement.key for statement in self.statements]

    def lines(self, places: tuple[int, int]) -> str:
        """The source lines of these statements."""
        first, last = self.statements[places[0]].first, self.statements[places[1] - 1].last
        return dedent("\n".join(self.text.split("\n")[first:last]))


def derive(rights: Mapping[str, str], answer: str) -> Form:
    """The shortest edit of one of the right answers that gives ``answer``; else its whole code.

    Args:
        rights: Name -> text of each right answer.
        answer: Its text. Docstrings, comments and layout need not come out the same.
    """
    whole = code(answer)
    try:
        new = _read(whole.code)
    except (SyntaxError, tokenize.TokenError):
        return whole
    most = _cost({"": whole.code})
    best = whole
    for name, text in rights.items():
        change = _change(_read(text), new)
        if change and _cost(change) < 0.8 * most:
            best, most = Form(name, change), _cost(change) / 0.8
    return best


def _cost(change: Mapping[str, str]) -> float:
    return sum(12 + len(old) + len(new) for old, new in change.items())


def _change(old: _Text, new: _Text) -> dict[str, str]:
    """A replacement old -> new; empty if no such edit is found."""
    change: dict[str, str] = {}
    for start, end, new_start, new_end in _differences(old.keys, new.keys):
        wanted = [*old.keys[:start], *new.keys[new_start:new_end], *old.keys[end:]]
        for part in _candidates(old, new, start, end, new_start, new_end):
            if _gives(old.text, part, wanted):
                change |= part
                break
        else:
            return {}
    return change if _gives(old.text, change, new.keys) else {}


def _gives(text: str, change: dict[str, str], wanted: list[tuple[int, tuple[str, ...]]]) -> bool:
    try:
        return _read(changed(text, change)).keys == wanted
    except (NoFit, SyntaxError, tokenize.TokenError):
        return False


def _candidates(
    old: _Text, new: _Text, start: int, end: int, new_start: int, new_end: int
) -> Iterator[dict[str, str]]:
    """Possible edits for one place, the most readable first."""
    if end - start == new_end - new_start:
        pairs = zip(old.statements[start:end], new.statements[new_start:new_end], strict=True)
        small = [_inside(old, one, new, other) for one, other in pairs]
        if all(small):
            yield {key: value for part in small for key, value in part.items()}
    for before, after in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (2, 2), (3, 3)):
        if before > start or end + after > len(old.statements) or end + after == start - before:
            continue
        text = old.lines((start - before, end + after))
        its = _joined(
            (old, (start - before, start)), (new, (new_start, new_end)), (old, (end, end + after))
        )
        if "\n" not in text + its:
            yield {text: its}
        yield {_block(text): _block(its)}


def _joined(*parts: tuple[_Text, tuple[int, int]]) -> str:
    """The lines of consecutive statements, with common indentation."""
    present = [(text, places) for text, places in parts if places[0] < places[1]]
    depths = [min(s.depth for s in text.statements[slice(*places)]) for text, places in present]
    return "\n".join(
        indent(text.lines(places), "    " * (depth - min(depths)))
        for (text, places), depth in zip(present, depths, strict=True)
    )


def _inside(old: _Text, one: _Statement, new: _Text, other: _Statement) -> dict[str, str]:
    """The part of one statement to replace to get another; empty if they are unrelated."""
    a, b = [_said(t.text) for t in one.tokens], [_said(t.text) for t in other.tokens]
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if one.depth != other.depth or matcher.ratio() < 0.5:
        return {}
    places: list[Place] = []
    for place in _differences(a, b):
        if places and place[0] - places[-1][1] <= 4:
            places[-1] = (places[-1][0], place[1], places[-1][2], place[3])
        else:
            places.append(place)
    parts = [_grown(old, one, new, other, place) for place in places]
    whole = (places[0][0], places[-1][1], places[0][2], places[-1][3])
    if None in parts or _meet(old.text, parts):
        parts = [_grown(old, one, new, other, whole)]
    return {old: new for old, new in filter(None, parts)}


def _meet(text: str, parts: list[tuple[str, str] | None]) -> bool:
    try:
        changed(text, dict(filter(None, parts)))
    except NoFit:
        return True
    return len(dict(filter(None, parts))) < len(parts)


def _grown(
    old: _Text, one: _Statement, new: _Text, other: _Statement, place: Place
) -> tuple[str, str] | None:
    """The smallest readable part around a difference that occurs only once in the text."""
    start, end, new_start, new_end = place
    left = min(start, new_start)
    right = min(len(one.tokens) - end, len(other.tokens) - new_end)
    for more in range(left + right + 1):
        for before in range(min(more, left), -1, -1):
            after = more - before
            if after > right:
                continue
            text = _part(old, one, start - before, end + after)
            its = _part(new, other, new_start - before, new_end + after)
            if before + after < left + right and not (
                len(text) >= SHORTEST and _closed(text) and _closed(its)
            ):
                continue
            if text and "\n" not in text and old.text.count(text) == 1 and "#" not in its:
                return text, " ".join(line.strip() for line in its.split("\n"))
    return None


def _part(text: _Text, statement: _Statement, start: int, end: int) -> str:
    if start >= end:
        return ""
    return text.text[statement.tokens[start].start : statement.tokens[end - 1].end]


def _closed(text: str) -> bool:
    """Whether all brackets in a part are balanced."""
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _differences(old: Sequence[Any], new: Sequence[Any]) -> list[Place]:
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, c, d) for tag, a, b, c, d in codes if tag != "equal"]


def _said(token: str) -> str:
    """A string literal with normalised quotes."""
    if token[:1] in "\"'" or token[:2].lower() in ("r'", 'r"'):
        return repr(ast.literal_eval(token))
    return token


def _read(text: str) -> _Text:
    """The statements of a text, without comments and docstrings.

    Raises:
        SyntaxError, TokenError: it is no Python.
    """
    ast.parse(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    statements: list[_Statement] = []
    tokens: list[_Token] = []
    depth, first, nested, opened = 0, 0, 0, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        depth += (kind == "INDENT") - (kind == "DEDENT")
        if kind == "NEWLINE" and tokens:
            if not (len(tokens) == 1 and tokens[0].text.lstrip("rRuU")[:1] in "\"'"):
                statements.append(_Statement(depth, tuple(tokens), first, token.end[0]))
            tokens = []
        if kind in ("COMMENT", "NL", "NEWLINE", "INDENT", "DEDENT", "ENDMARKER"):
            continue
        if not tokens:
            first = token.start[0] - 1
        start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        if kind == "FSTRING_START":
            nested, opened = nested + 1, start if not nested else opened
        if nested:  # an f-string is one part, as in Python 3.11
            nested -= kind == "FSTRING_END"
            if nested:
                continue
            start = opened
        tokens.append(_Token(text[start:end], start, end))
    return _Text(text, statements)


def _block(text: str) -> str:
    return f"\n{text}\n" if text else ""


def entry_text(slug: str, form: Form, words: Mapping[str, str]) -> str:
    """``mistakes.add(...)`` as it stands in ``mistakes.py``."""
    made = f"    code({_literal(_block(form.code), 8)}),\n" if form.code else _edit_text(form)
    said = (f"    {name}={_literal(text, 4)},\n" for name, text in words.items())
    return f'mistakes.add(\n    "{slug}",\n{made}{"".join(said)})\n'


def _edit_text(form: Form) -> str:
    pairs = [(_literal(old, 12), _literal(new, 12)) for old, new in form.change.items()]
    line = f'    edit("{form.right}", {{{", ".join(map(": ".join, pairs))}}}),\n'
    if len(line) <= WIDTH + 4 and "\n" not in line[:-1]:
        return line
    parts = []
    for old, new in pairs:
        width = len(old.rpartition("\n")[2]) + len(new.partition("\n")[0])
        parts.append(f"        {old}:{' ' if width < WIDTH - 8 else chr(10) + ' ' * 12}{new},\n")
    return f'    edit("{form.right}", {{\n{"".join(parts)}    }}),\n'


def _literal(text: str, deep: int) -> str:
    """A string as Python source; lines below each other, indented by ``deep``."""
    raw = "r" * ("\\" in text)
    if not text.startswith("\n"):
        for quote in ('"', "'"):
            if quote not in text and not text.endswith("\\"):
                return f"{raw}{quote}{text}{quote}"
        return repr(text)
    quotes = '"""' if '"""' not in text else "'''"
    inner = indent(text.strip("\n"), " " * deep)
    return f"{raw}{quotes}\n{inner}\n{' ' * (deep - 4)}{quotes}"
