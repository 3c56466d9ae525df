"""Rebuild a submission: the course's cells, with only the learner's answers put in.

An answer is found by the id of its cell, else by the name that it defines. What it needs comes
along: imports and helpers, the learner's own first, then the course's. Nothing else of the file is
used: no order, tag, output, setting or other cell. The learner's own cells stand beside it, for
where the answer alone does not pass (``own_cells``).
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

from ... import exercises
from ...course import modules, sources, syntax
from ...course.sources import is_untouched
from ..intake.owners import notebook_in
from ..intake.submission import (
    Book,
    Cell,
    Look,
    Submission,
    SubmittedAnswer,
    Unreadable,
    Upload,
    cells,
)
from ..run.protocol import PROBE
from . import own_cells
from .python_text import MOST_TEXT, TooLong, plain

MOST_COPIES = 8  # of one notebook
TOO_LONG = "The cell is too long."
NOTEBOOKS = sources.SOLUTIONS.parent / "notebooks"


def rebuild(submission: Submission) -> tuple[dict[str, SubmittedAnswer], list[str]]:
    """The answers by exercise, and notes on the submission as a whole."""
    notes = list(submission.notes)
    books = _books(submission, notes, [])
    found = {}
    for exercise in exercises.entries():
        number = exercise.notebook
        of_number = books.get(number) or [
            replace(book, number=number)  # several notebooks were put into one file
            for others in books.values()
            for book in others
            if any(exercise.id in cell.ids or _binds(cell, exercise.id) for cell in book.cells)
        ]
        if of_number:
            first, *older = [
                replace(_answer(exercise.id, book), beside=submission.beside) for book in of_number
            ]
            found[exercise.id] = replace(first, others=tuple(_worth_a_try(first, older)))
        else:
            missing = ("The notebook was not handed in.",)
            found[exercise.id] = SubmittedAnswer(exercise.id, notes=missing)
    return found, notes


def _worth_a_try(first: SubmittedAnswer, older: list[SubmittedAnswer]) -> Iterator[SubmittedAnswer]:
    """The answers of older files that are there, and other than those before them."""
    seen = [(first.text, first.support)]
    for answer in older:
        if answer.text is None or answer.untouched or (answer.text, answer.support) in seen:
            continue
        seen.append((answer.text, answer.support))
        yield answer


def look(submission: Submission) -> Look:
    """What the files of a submission are."""
    unread: list[str] = []
    books = _books(submission, [], unread)
    foreign = sorted((b.file, b.number) for found in books.values() for b in found if b.foreign)
    return Look(sorted(books), unread, foreign)


def cell_list(
    answer: SubmittedAnswer, course_parts: Mapping[str, bool], apart: bool = False
) -> list[tuple[str, str]]:
    """(id, source) of the cells that are run to mark an answer.

    Args:
        answer: The answer.
        course_parts: The parts that stand beside it, and whether each is the course's.
        apart: Each statement of the answer is a cell, so that one that fails (``input()``, a file
            or a window that is not here) takes none of the others with it.
    """
    alone = [s for s in answer.support if _may_fail(s)]  # else it would take the others with it
    made = [(f"import-{i}", text) for i, text in enumerate(alone)]
    if rest := [s for s in answer.support if s not in alone]:
        made.append(("support", "\n\n".join(rest)))
    lines = [
        f"from my_transformer.{name} import {name}"
        + ("  # the course's: yours has not passed" if course_parts[name] else "")
        for name in answer.needs
        if name in course_parts
    ]
    if lines:
        made.append(("parts", "\n".join(lines)))
    texts = _statements(answer) if apart else [answer.text or ""]
    made += [(f"{answer.exercise}-{i}", _no_switches(text)) for i, text in enumerate(texts)]
    return [*made, (PROBE, f'{PROBE}("{answer.exercise}")')]


def has_more_statements(answer: SubmittedAnswer) -> bool:
    """Whether the answer's cell does more than define the answer."""
    return len(_statements(answer)) > 1


def _statements(answer: SubmittedAnswer) -> list[str]:
    code = plain(answer.text or "")
    nodes = syntax.parsed(code).body
    # of two statements on a line each is the whole line
    return list(dict.fromkeys(syntax.segment(code, node) for node in nodes))


def own_cell_list(answer: SubmittedAnswer, to_the_end: bool) -> list[tuple[str, str]]:
    """(id, source) of the learner's own code cells, up to the check or to the end."""
    chosen = answer.own if to_the_end else answer.own[: answer.checked]
    made = [(f"own-{i}", _no_switches(text)) for i, text in enumerate(chosen)]
    return [*made, (PROBE, f'{PROBE}("{answer.exercise}")')]


def asked_for(texts: Sequence[str]) -> list[str]:
    """The exercises that cells ask for by ``mine("...")`` or import from ``my_transformer``."""
    text = "\n".join(texts)
    return [e.id for e in exercises.entries() if re.search(rf"\b{e.id}\b", text)]


def missing_libraries(answer: SubmittedAnswer) -> list[str]:
    """The packages that an answer imports and that are not installed here."""
    found = []
    for text in (*answer.support, answer.text or ""):
        found += re.findall(r"^\s*(?:import|from) +([A-Za-z]\w*)", text, re.MULTILINE)
    own = {name.removesuffix(".py") for name, _ in answer.beside}
    return sorted({name for name in found if name not in own and not _is_here(name)})


@cache
def _is_here(package: str) -> bool:
    if package in sys.stdlib_module_names or package in ("my_transformer", "tutor_utils"):
        return True
    try:
        return find_spec(package) is not None
    except (ValueError, ImportError):
        return False


def _may_fail(statement: str) -> bool:
    named = re.match(r"(?:import|from) +(\w+)", statement)
    return statement.endswith("import *") or bool(named and not _is_here(named[1]))


def as_module(answer: SubmittedAnswer) -> str:
    """The answer as a file of the package ``my_transformer``."""
    imports = [f"from .{name} import {name}" for name in answer.needs]
    return "\n\n".join([*imports, *answer.support, plain(answer.text or "")]) + "\n"


def course_module(exercise: str) -> str:
    """The course's own part as a file of the package ``my_transformer``."""
    part = sources.exercise_cells()[exercise]
    return modules.from_source(exercise, sources.statements(part.notebook)).text("")


def course_needs(exercise: str) -> list[str]:
    """The exercises that the course's own part uses."""
    part = sources.exercise_cells()[exercise]
    return modules.from_source(exercise, sources.statements(part.notebook)).answers


def _books(submission: Submission, notes: list[str], unread: list[str]) -> dict[str, list[Book]]:
    """The readable files of each notebook, the newest first; names the others in ``unread``."""
    books: dict[str, list[Book]] = {}
    left_out: dict[str, list[str]] = defaultdict(list)
    count: Counter[tuple[str, str]] = Counter()  # no place crowds out another
    same: set[bytes] = set()  # many copies of one file crowd out no other
    for upload in sorted(submission.uploads, key=_newest_first):
        if upload.data in same:
            continue
        same.add(upload.data)
        try:
            read = cells(upload.data)
        except Unreadable as reason:
            notes.append(f"{upload.name} cannot be read. {reason}")
            unread.append(upload.name)
            continue
        number = _number(upload, read)
        if number is None:
            notes.append(f"{upload.name} holds no exercise of the course.")
        elif count[number, upload.home] == MOST_COPIES:
            left_out[number].append(upload.name)
        else:
            count[number, upload.home] += 1
            newer, foreign = _newer_python(upload.data), not any(map(_is_of_the_course, read))
            books.setdefault(number, []).append(Book(number, read, upload.name, newer, foreign))
    for number, found in books.items():
        if len(found) > 1:
            names = ", ".join(book.file for book in found[1:])
            notes.append(
                f"Notebook {number} is there {len(found)} times: the best answer of each "
                f"exercise counts ({found[0].file} is the newest; then {names})."
            )
    notes += [
        f"More copies of notebook {number}, older than {MOST_COPIES} others, were not looked at: "
        f"{', '.join(names[:MOST_COPIES])}{', ...' * (len(names) > MOST_COPIES)}."
        for number, names in left_out.items()
    ]
    return books


def _newer_python(data: bytes) -> str:
    """The Python that a notebook says it was saved with, where that is newer than this one."""
    for version in re.findall(rb'"version":\s*"3\.(\d{1,3})\.', data)[-1:]:
        if int(version) > sys.version_info.minor:
            return f"3.{int(version)}"
    return ""


def _newest_first(upload: Upload) -> tuple[float, int, str]:
    """By time; at the same time "02 (2).ipynb" is newer than "02 (1).ipynb" and "02.ipynb"."""
    copy = re.search(r"\((\d+)\)|copy ?(\d*)", upload.name, re.IGNORECASE)
    number = int(copy[1] or copy[2] or 1) if copy else 0
    return -upload.when.timestamp(), -number, upload.name


def _number(upload: Upload, read: list[Cell]) -> str | None:
    """Which notebook of the course a file is: by its cells, else by its name."""
    homes = {e.id: e.notebook for e in exercises.entries()}
    votes = [homes[i] for cell in read for i in cell.ids if i in homes]
    if not votes:
        votes = [homes[name] for cell in read for name in _glimpsed(cell.source)]
    named = notebook_in(upload.name)
    if votes and named not in votes:
        return max(sorted(set(votes)), key=votes.count)
    return named or None


def _is_of_the_course(cell: Cell) -> bool:
    """Whether a cell is ours by its id, or speaks of the course's packages or of a check."""
    ours = any(exercises.known(i.removeprefix("check-")) for i in cell.ids)
    return ours or bool(
        re.search(r"tutor_utils|my_transformer|^check\(", cell.source, re.MULTILINE)
    )


def _answer(exercise: str, book: Book) -> SubmittedAnswer:
    found = replace(_alone(exercise, book), file=book.file, newer=book.newer)
    own, checked = own_cells.of(exercise, book, _master(book.number), found)
    return replace(found, own=own, checked=checked)


def _alone(exercise: str, book: Book) -> SubmittedAnswer:
    """The answer, taken out of its notebook."""
    notes: list[str] = []
    text = _find(exercise, book, notes)
    if text is None:
        return SubmittedAnswer(exercise, notes=("No cell of the notebook defines it.",))
    if len(text) <= MOST_TEXT and is_untouched(exercise, text):
        return SubmittedAnswer(exercise, text, untouched=True, notes=tuple(notes))
    try:
        tree = syntax.parsed(plain(text))
        names = syntax.free_names(plain(text)) + _fetched(tree)
    except TooLong as error:
        return SubmittedAnswer(exercise, text, fault=f"{TOO_LONG} {error}", notes=tuple(notes))
    except syntax.UNREADABLE as error:
        where = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        fault = f"{type(error).__name__}{where}: {getattr(error, 'msg', error)}"
        return SubmittedAnswer(exercise, text, fault=fault, notes=tuple(notes))
    support, needs = _support(exercise, names, book)
    return SubmittedAnswer(exercise, text, tuple(support), tuple(needs), notes=tuple(notes))


def _fetched(tree: ast.Module) -> list[str]:
    """The exercises that a cell asks for by ``mine("...")``."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    fetching = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "mine"]
    values = [a.value for c in fetching for a in c.args if isinstance(a, ast.Constant)]
    return [name for name in values if isinstance(name, str) and exercises.known(name)]


def _find(exercise: str, book: Book, notes: list[str]) -> str | None:
    """The learner's text of an exercise: what the notebook itself would check.

    That is the last code cell that defines it and is not as it was given, before or at its check.
    Only where there is none, one below the check counts, and then a text cell with its id. Where
    the notebook's own check would see something else, a note says so.
    """
    given = {c.source for c in _master(book.number) if exercise not in c.ids}
    defining = [
        (place, c)
        for place, c in enumerate(book.cells)
        if _binds(c, exercise) and (exercise in c.ids or c.source not in given)
    ]
    check = own_cells.check_of(exercise, book.cells)
    code = [(place, c) for place, c in defining if c.kind == "code"]
    touched = [(place, c) for place, c in code if not is_untouched(exercise, c.source)]
    texts = [
        c
        for _, c in defining
        if c.kind != "code" and exercise in c.ids and not is_untouched(exercise, c.source)
    ]
    marked = [c for c in book.cells if exercise in c.ids]
    if touched:
        above = [(place, c) for place, c in touched if place <= check]
        at, best = (above or touched)[-1]
        if exercise not in best.ids and any(exercise in c.ids for _, c in touched):
            notes.append("A later cell defines it again, and is what counts.")
        elif exercise not in best.ids:
            notes.append("Found by its name: its own cell was empty, untouched or without its id.")
        if not above:
            notes.append("The answer stands below its check, which sees none in the notebook.")
        elif any(at < place <= check for place, _ in code):
            notes.append(
                "Between the answer and its check stands a copy of the cell as it was given: in "
                "the notebook the check sees the copy."
            )
        return best.source
    if code:
        if texts:
            notes.append(
                "A text cell holds an answer, and the code cell is as it was given: what stands in "
                "a text cell does not run."
            )
        return code[-1][1].source
    if texts:
        notes.append("Its cell is no code cell any more; it was read as one.")
        return texts[-1].source
    return marked[-1].source if marked else None  # it defines nothing: the run will say so


def _support(exercise: str, names: list[str], book: Book) -> tuple[list[str], list[str]]:
    """The statements that bind ``names``, with all that these need in turn; and the exercises."""
    given, own, stars = _given(book.number), _own(exercise, book), _stars(book)
    chosen: list[str] = []
    needs: list[str] = []
    seen = {exercise}
    todo = list(names)
    while todo:
        name = todo.pop(0)
        if name in seen:
            continue
        seen.add(name)
        statement = own.get(name) or given.get(name)
        if exercises.known(name):
            needs.append(name)
        elif statement:
            if statement in chosen:
                chosen.remove(statement)
            chosen.insert(0, statement)
            todo += syntax.free_names(statement)
    imports = [s for s in chosen if s.startswith(("import ", "from "))]
    return stars + imports + [s for s in chosen if s not in imports], needs


@cache
def _given(number: str) -> dict[str, str]:
    """Name -> the statement that binds it, over the course's own cells of a notebook."""
    found: dict[str, str] = {}
    for cell in _master(number):
        if not any(i.startswith(("check-", "predict-")) or exercises.known(i) for i in cell.ids):
            for name, statement in _bound(cell.source).items():
                found.setdefault(name, statement)
    return found


@cache
def _master(number: str) -> list[Cell]:
    path = NOTEBOOKS / next(f"{n.stem}.ipynb" for n in exercises.NOTEBOOKS if n.number == number)
    return [c for c in cells(path.read_bytes()) if c.kind == "code"]


def _own(exercise: str, book: Book) -> dict[str, str]:
    """Name -> statement, over the learner's cells: those before the answer win, the last first."""
    masters = {c.source for c in _master(book.number)}
    found: dict[str, str] = {}
    passed = False
    for cell in book.cells:
        passed = passed or exercise in cell.ids
        if cell.kind != "code" or cell.source in masters:
            continue
        for name, statement in _bound(cell.source).items():
            if not passed or name not in found:
                found[name] = statement
    return found


def _stars(book: Book) -> list[str]:
    """``from x import *`` binds names that cannot be seen: it always comes along."""
    cells = [c.source for c in book.cells if c.kind == "code" and "import *" in c.source]
    lines = [line for source in cells for line in source.splitlines()]
    return list(dict.fromkeys(x for x in lines if re.fullmatch(r"from [\w.]+ import \*\s*", x)))


def _binds(cell: Cell, name: str) -> bool:
    return name in cell.source and name in _bound(cell.source)


@cache
def _bound(text: str) -> dict[str, str]:
    """Name -> statement, over the top level of a cell; empty where it is no Python."""
    if len(text) > MOST_TEXT:
        return _glimpsed(text)
    try:
        code = plain(text)
        bindings = syntax.bindings(syntax.parsed(code))
        return {name: syntax.segment(code, node) for name, node in bindings}
    except syntax.UNREADABLE:
        return _glimpsed(text)


def _glimpsed(text: str) -> dict[str, str]:
    """The names that a cell with a fault means to define."""
    found = re.findall(r"^(?:def|class)\s+(\w+)", text, re.MULTILINE)
    return {name: text for name in found if exercises.known(name)}


def _no_switches(text: str) -> str:
    """Comments in which nbval reads orders, such as to skip the cell, lose their meaning."""
    return re.sub(r"^(\s*#.*)NBVAL_", r"\1nbval ", text, flags=re.MULTILINE)
