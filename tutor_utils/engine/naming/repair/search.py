"""Look for the smallest edit of the learner's code with which everything passes."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from ...exercise import Exercise
from ...observation import OutOfTime
from ...run.guard import no_trace
from ...run.time_limit import time_limit
from .code import Code
from .donors import LEAST, donated
from .edit import Edit
from .operators import edits
from .oracle import Oracle
from .place import Types
from .trace import traced

MOST = 1_500  # programs that are tried: so a slow machine says the same as a fast one
SECONDS = 2.0  # of the processor, where the trials are too dear for that many
FAR = 1.0  # more, for an edit of a line that was not reached
NEAR = 0.15  # an edit that costs so little more is as likely
_OWN_S = 5.0  # for the learner's own run
_CONFIRM_S = 5.0


@dataclass(frozen=True)
class Repair:
    """Edits with each of which the learner's code passes; the likeliest first.

    Attributes:
        tried: How many programs were tried.
    """

    edits: tuple[Edit, ...]
    code: Code
    tried: int = 0


def repair(
    exercise: Exercise,
    code: Code,
    number: int,
    confirm: Callable[[Any], bool],
    rights: Callable[[], Iterable[str]] = tuple,
    most: int = MOST,
) -> Repair | None:
    """The smallest edit with which the code passes everything; None where none is found.

    Nothing of it reaches the learner: prints, settings, random numbers, their own objects.

    Args:
        number: The seed of the inputs.
        confirm: The whole check, on other inputs too; asked of what passes all trials.
        rights: Gives the texts of right answers, whose pieces are tried too.
        most: How many programs are tried.
    """
    quiet = io.StringIO()
    with no_trace(), redirect_stdout(quiet), redirect_stderr(quiet):
        try:
            return _search(exercise, code, number, confirm, rights, most)
        except OutOfTime:
            return None


def _search(
    exercise: Exercise,
    code: Code,
    number: int,
    confirm: Callable[[Any], bool],
    rights: Callable[[], Iterable[str]],
    most: int,
) -> Repair | None:
    start = time.process_time()
    own = code.answer()
    with time_limit(_OWN_S):
        oracle = Oracle(exercise, number, own)
        seen, lines, types = traced(lambda: oracle.run(oracle.first, own))
    # a slip in two places stops at the first of them: the second is not reached
    stopped = bool(seen.raised) or not oracle.failing
    candidates = _all_edits(code, types, lines, stopped, rights)
    found: list[Edit] = []
    tried = 0
    for edit in _each_once(candidates):
        late = tried >= most or time.process_time() - start > SECONDS
        if late or (found and edit.cost > found[0].cost + NEAR):
            break
        tried += 1
        with edit.made():
            answer = code.answer()
            if oracle.all_right(answer) and _confirmed(confirm, code):
                found += [] if any(_same_place(edit, other) for other in found) else [edit]
    return Repair(tuple(found), code, tried) if found else None


def _all_edits(
    code: Code, types: Types, lines: set[int], stopped: bool, rights: Callable[[], Iterable[str]]
) -> Iterator[Edit]:
    """Every edit by its cost; right answers are read when the likelier ones have been tried.

    Args:
        lines: Those that were reached. Other lines are no cause, unless the code ``stopped``.
    """
    reached = None if stopped else lines
    general = edits(code.tree, types, reached)
    for edit in general if reached is None else ():
        edit.cost += 0.0 if edit.line in lines else FAR
    general.sort(key=lambda edit: edit.cost)
    yield from (edit for edit in general if edit.cost < LEAST)
    dearer = [edit for edit in general if edit.cost >= LEAST]
    dearer += donated(code.tree, rights(), types, reached)
    yield from sorted(dearer, key=lambda edit: edit.cost)


def _confirmed(confirm: Callable[[Any], bool], code: Code) -> bool:
    try:
        with time_limit(_CONFIRM_S):
            return confirm(code.answer())
    except OutOfTime:
        return False


def _same_place(one: Edit, other: Edit) -> bool:
    """Whether two edits mend the same slip in the same piece, each in its own way."""
    return one.kind == other.kind and one.at is other.at


def _each_once(candidates: Iterable[Edit]) -> Iterator[Edit]:
    """Edits in their order, without those that give a program that was tried."""
    seen = set()
    for edit in candidates:
        places = tuple((id(parent), name, str(i)) for parent, name, i, _ in edit.changes)
        if edit.after == edit.before and edit.old is not None and edit.new is not None:
            continue
        if (key := (places, edit.after)) not in seen:
            seen.add(key)
            yield edit
