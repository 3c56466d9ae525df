"""Which answers look alike, for the instructor to read. Never a verdict of plagiarism.

Fingerprints after Schleimer, Wilkerson and Aiken (Winnowing, SIGMOD 2003): a program becomes a row
of tokens without names and layout, the hashes of all short runs of tokens are thinned out, and two
answers are as alike as they share hashes. One line more or less changes a few of them, not all.
The course's own text is taken away, and so is what many learners wrote: the usual way to write an
exercise says nothing.
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ...course import sources, syntax
from ..answers.python_text import plain
from ..intake.owners import Who
from ..judge.marks import Result

RUN = 9  # tokens of one hash: shorter runs are shared by chance
WINDOW = 4  # of so many hashes in a row, the least is kept
LEAST_PRINTS = 6  # below, an answer is too short to differ much
USUAL = 0.2  # a hash that this share of a class has is the usual way
LEAST_USUAL = 7  # learners, or all: fewer may be a ring, in a small class too
LEAST_ALIKE = 0.6  # of the rare hashes of the shorter answer
LEAST_EXERCISES = 2
LEAST_CHOSEN = 2  # names in an answer
_LEFT_OUT = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
)

Prints = frozenset[int]


@dataclass(frozen=True)
class Alike:
    """Two answers to one exercise, side by side; ``share`` is from 0 to 1."""

    exercise: str
    share: float
    texts: tuple[str, str]


@dataclass(frozen=True)
class Cluster:
    """Learners whose answers are alike, in pairs that hold together, and the closest pair."""

    learners: tuple[str, ...]
    exercises: tuple[str, ...]
    weight: float
    shown: tuple[str, str]
    answers: tuple[Alike, ...]


def clusters(results: Iterable[Result]) -> list[Cluster]:
    """Groups of learners with alike answers, the most alike first."""
    texts: dict[str, dict[Who, str]] = defaultdict(dict)
    for marked in results:
        for mark in marked.marks:
            if mark.code:
                texts[mark.exercise][marked.who] = mark.helper or mark.code
    pairs: dict[tuple[Who, Who], list[Alike]] = defaultdict(list)
    for exercise, own in texts.items():
        for a, b, share in _alike(exercise, own):
            pairs[a, b].append(Alike(exercise, share, (own[a], own[b])))
    strong = {who: found for who, found in pairs.items() if len(found) >= LEAST_EXERCISES}
    return sorted((_cluster(g, strong) for g in _joined(list(strong))), key=lambda c: -c.weight)


def published(results: Iterable[Result]) -> dict[Who, list[str]]:
    """Learner -> the exercises whose answer is the course's own, comments and docstring aside.

    Left out are exercises in which the author chose few names and wrote no comment: two people may
    write these alike. Where the names are few, the comments have to be the same as well.
    """
    found: dict[Who, list[str]] = defaultdict(list)
    for marked in results:
        for mark in marked.marks:
            if any(_is_published(mark.exercise, t) for t in (mark.code, mark.helper) if t):
                found[marked.who].append(mark.exercise)
    return dict(found)


def _is_published(exercise: str, code: str) -> bool:
    cell = sources.exercise_cells()[exercise]
    few = _chosen_names(exercise) < LEAST_CHOSEN  # then the comments have to be the same, too
    own = _comments(cell.solution)
    if few and not (own and own == _comments(code)):
        return False
    return _bare(code) == _bare(cell.solution)


def _comments(text: str) -> list[str]:
    """All but nbgrader's markers."""
    return re.findall(r"(?<!#)# .*", plain(text))


@cache
def _bare(text: str) -> str:
    """What a program says without comments, layout and docstrings; empty where it is no Python."""
    try:
        tree = ast.parse(plain(text))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
                del node.body[0]
        return ast.dump(tree)
    except syntax.UNREADABLE:
        return ""


@cache
def _chosen_names(exercise: str) -> int:
    """How many names the course's own answer binds that its stub does not give."""
    cell = sources.exercise_cells()[exercise]
    own, given = (_names_bound(text) for text in (cell.solution, cell.stub))
    return len(own - given)


def _names_bound(text: str) -> set[str]:
    nodes = list(ast.walk(syntax.parsed(text)))
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    attributes = {
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    }
    return stored | attributes | {n.arg for n in nodes if isinstance(n, ast.arg)}


def _alike(exercise: str, own: dict[Who, str]) -> Iterable[tuple[Who, Who, float]]:
    """Pairs of learners whose answers to one exercise share most of their rare hashes."""
    given = _of_the_course(exercise)
    prints = {who: fingerprints(text) - given for who, text in own.items()}
    count = Counter(h for found in prints.values() for h in found)
    usual = max(min(LEAST_USUAL, len(own)), USUAL * len(own))
    rare = {who: frozenset(h for h in found if count[h] < usual) for who, found in prints.items()}
    having: dict[int, list[Who]] = defaultdict(list)
    for who, found in rare.items():
        for h in found:
            having[h].append(who)
    shared = Counter(pair for who in having.values() for pair in combinations(sorted(who), 2))
    for (a, b), number in shared.items():
        least = min(len(prints[a]), len(prints[b]))
        if least >= LEAST_PRINTS and number >= LEAST_ALIKE * least:
            yield a, b, number / least


@cache
def _of_the_course(exercise: str) -> Prints:
    cell = sources.exercise_cells()[exercise]
    return fingerprints(cell.solution) | fingerprints(cell.stub)


@cache
def fingerprints(text: str) -> Prints:
    """The kept hashes of a program; none where it is no Python."""
    tokens = _tokens(text)
    hashes = [
        zlib.crc32(" ".join(tokens[i : i + RUN]).encode("utf-8", "replace"))
        for i in range(len(tokens) - RUN + 1)
    ]
    windows = range(max(1, len(hashes) - WINDOW + 1))
    return frozenset(min(hashes[i : i + WINDOW]) for i in windows) if hashes else frozenset()


def _tokens(text: str) -> list[str]:
    """The program in tokens: names, numbers and texts by kind alone, and no ``pass``."""
    try:
        read = list(tokenize.generate_tokens(io.StringIO(plain(text)).readline))
    except (*syntax.UNREADABLE, tokenize.TokenError):
        return []
    found = []
    for token in read:
        if token.type in _LEFT_OUT or token.string == "pass":
            continue
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            found.append("name")
        else:
            kinds = {tokenize.NUMBER: "number", tokenize.STRING: "text"}
            found.append(kinds.get(token.type, token.string))
    return found


def _joined(pairs: Sequence[tuple[Who, Who]]) -> list[set[Who]]:
    """Learners who hang together by pairs."""
    groups: list[set[Who]] = []
    for pair in pairs:
        touched = [g for g in groups if g & set(pair)]
        groups = [g for g in groups if g not in touched] + [set(pair).union(*touched)]
    return groups


def _cluster(group: set[Who], strong: dict[tuple[Who, Who], list[Alike]]) -> Cluster:
    inside = {who: found for who, found in strong.items() if set(who) <= group}
    closest = max(inside, key=lambda who: sum(a.share for a in inside[who]))
    answers = sorted(inside[closest], key=lambda a: -a.share)
    names = sorted({a.exercise for found in inside.values() for a in found})
    weight = max(sum(a.share for a in found) for found in inside.values())
    shown = (closest[0][0], closest[1][0])
    learners = tuple(sorted(name for name, _ in group))
    return Cluster(learners, tuple(names), round(weight, 2), shown, tuple(answers))
