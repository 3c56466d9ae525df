"""Derive the edit that turns the nearest right answer into a wrong one, and write it as text."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from textwrap import dedent, indent
from typing import Any

from ..exercises.edits import ARROW, Form, NoFit, changed

WIDTH = 100
SHORTEST = 8  # letters of a part, for a reader to know it again
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_CONTEXTS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (2, 2), (3, 3))  # statements around
Place = tuple[int, int, int, int]  # from, to in the old; from, to in the new


@dataclass(frozen=True)
class _Statement:
    """A logical line: its indentation in levels, its code, and its lines, which do not count."""

    depth: int
    tokens: tuple[str, ...]
    lines: str = field(compare=False)
    place: tuple[int, int] = field(compare=False)  # of its lines in the text: from, to


def derive(rights: Mapping[str, str], answer: str) -> Form:
    """The shortest edit of one of the right answers that gives ``answer``; else its whole code.

    Args:
        rights: Name -> text of each right answer.
        answer: Its text. Docstrings, comments and layout need not come out the same.
    """
    as_code = Form(code=dedent(answer).strip("\n") + "\n")
    try:
        new = _read(as_code.code)
    except (SyntaxError, tokenize.TokenError):
        return as_code
    most = _cost({"": as_code.code})
    best = as_code
    for name, text in rights.items():
        change = _change(text, new)
        if change and _cost(change) < 0.8 * most:
            best, most = Form(name, change), _cost(change) / 0.8
    return best


def _cost(change: Mapping[str, str]) -> float:
    return sum(12 + len(old) + len(new) for old, new in change.items())


def _change(text: str, new: list[_Statement]) -> dict[str, str]:
    """A replacement old -> new that makes these statements of a text; empty if none is found."""
    old = _read(text)
    change: dict[str, str] = {}
    for start, end, new_start, new_end in _differences(old, new):
        inside = new[new_start:new_end]
        wanted = [*old[:start], *inside, *old[end:]]
        parts = _candidates(text.split("\n"), old, inside, start, end)
        change |= next((part for part in parts if _gives(text, part, wanted)), {})
    return change if _gives(text, change, new) else {}


def _gives(text: str, change: dict[str, str], wanted: list[_Statement]) -> bool:
    try:
        return _read(changed(text, change)) == wanted
    except (NoFit, SyntaxError, tokenize.TokenError):
        return False


def _candidates(
    lines: list[str], old: list[_Statement], inside: list[_Statement], start: int, end: int
) -> Iterator[dict[str, str]]:
    """Possible edits that put statements in the place of others, the shortest first."""
    for before, after in _CONTEXTS:
        first, last = start - before, end + after
        if first < 0 or last > len(old) or first == last:
            continue
        text = dedent("\n".join(lines[old[first].place[0] : old[last - 1].place[1]]))
        its = _joined([*old[first:start], *inside, *old[end:last]])
        if "\n" not in text + its:
            yield from _parts(text, its)
            yield {text: its}
        yield {_block(text): _block(its)}


def _parts(old: str, new: str) -> Iterator[dict[str, str]]:
    """The difference between two lines, with more and more of the words around it."""
    words, others = (re.findall(r"\w+|.", line) for line in (old, new))
    places = _differences(words, others)
    start, end = (places[0][0], len(words) - places[-1][1]) if places else (0, 0)
    around = ((before, more - before) for more in range(start + end) for before in range(more + 1))
    for before, after in around:
        if before > start or after > end:
            continue
        place = slice(start - before, after - end or None)
        part, other = "".join(words[place]), "".join(others[place])
        closed = all(text.count(a) == text.count(b) for text in (part, other) for a, b in _BRACKETS)
        if closed and part == part.strip() and len(part) >= SHORTEST:
            yield {part: other}


def _joined(statements: list[_Statement]) -> str:
    """The lines of statements, without the indentation that all share."""
    least = min((one.depth for one in statements), default=0)
    return "\n".join(indent(one.lines, "    " * (one.depth - least)) for one in statements)


def _differences(old: Sequence[Any], new: Sequence[Any]) -> list[Place]:
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, c, d) for tag, a, b, c, d in codes if tag != "equal"]


def _same_quotes(token: str) -> str:
    """A plain string literal with normalised quotes."""
    if token[:1] in "\"'" or token[:2].lower() in ("r'", 'r"'):
        return repr(ast.literal_eval(token))
    return token


def _read(text: str) -> list[_Statement]:
    """The statements of a text, without comments and docstrings.

    Raises:
        SyntaxError, TokenError: it is no Python.
    """
    ast.parse(text)
    statements: list[_Statement] = []
    tokens: list[str] = []
    depth, first, lines = 0, 0, text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        depth += (kind == "INDENT") - (kind == "DEDENT")
        if kind == "NEWLINE" and tokens:
            if not (len(tokens) == 1 and tokens[0].lstrip("rRuU")[:1] in "\"'"):
                place = first, token.end[0]
                own = dedent("\n".join(lines[slice(*place)]))
                statements.append(_Statement(depth, tuple(tokens), own, place))
            tokens = []
        if kind in ("COMMENT", "NL", "NEWLINE", "INDENT", "DEDENT", "ENDMARKER"):
            continue
        if not tokens:
            first = token.start[0] - 1
        tokens.append(_same_quotes(token.string) if kind == "STRING" else token.string)
    return statements


def _block(text: str) -> str:
    """Whole lines."""
    return f"{text}\n" if text else ""


def entry_text(slug: str, form: Form, words: Mapping[str, str], right: str = "", n: int = 1) -> str:
    """The table of a mistake as it stands in ``mistakes.toml``.

    Args:
        right: The right answer that the file's edits are of where they name none.
        n: Which form of the mistake it is; the first alone has words.
    """
    own = [f"right = {literal(form.right)}"] if form.right not in ("", right) else []
    edits = [_arrow(old, new) for old, new in form.change.items()]
    name = slug if n == 1 else f"{slug}.also"
    if form.code:
        own.append(f"code = {literal(form.code)}")
    elif len(edits) > 1:
        own += ["changes = [", *(f"    {edit}," for edit in edits), "]"]
    elif len(f"edit = {edits[0]}") <= WIDTH and not edits[0].startswith("{"):
        own.append(f"edit = {edits[0]}")
    else:
        pair = zip(("old", "new"), *form.change.items(), strict=True)
        own += [f"{key} = {literal(text)}" for key, text in pair]
    head = f"[{name}]" if n == 1 else f"[[{name}]]"
    lines = [f"{key} = {literal(text)}" for key, text in words.items()]
    return "\n".join([head, *own, *lines]) + "\n"


def _arrow(old: str, new: str) -> str:
    """An edit as one of ``changes``."""
    text = f"{old}{ARROW} {new}" if new else f"{old}{ARROW}"
    if "\n" in text or text.count(ARROW) > 1:
        return f"{{ old = {literal(old)}, new = {literal(new)} }}"
    return literal(text)


def literal(text: str) -> str:
    """A string of TOML, as a person would write it."""
    quotes = "'''" if "'''" not in text else '"""'
    start = "\n" if "\n" in text else ""
    if not start:
        for quote in ('"', "'"):
            if quote not in text and (quote == "'" or "\\" not in text):
                return f"{quote}{text}{quote}"
    if quotes == '"""' or text.endswith("'"):  # where nothing is as it stands
        quotes, text = '"""', text.replace("\\", "\\\\").replace('"', '\\"')
    return f"{quotes}{start}{text}{quotes}"
