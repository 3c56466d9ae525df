"""Look for the smallest edit of the learner's code with which everything passes."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import islice

from ...observation import OutOfTime
from ...run.guard import no_trace
from .code import Code
from .donors import LEAST, donated
from .edit import Edit
from .operators import edits
from .oracle import Oracle, OwnRun

MOST = 1_500  # programs that are tried: so a slow machine says the same as a fast one
SECONDS = 2.0  # of the processor, where the trials are too dear for that many
FAR = 1.0  # more, for an edit of a line that was not reached
GIVEN = 6.0  # more, for an edit of lines that were given: after all edits of the learner's own
NEAR = 0.15  # an edit that costs so little more is as likely


@dataclass(frozen=True)
class Repair:
    """Edits with each of which the learner's code passes; the likeliest first.

    Attributes:
        tried: How many programs were tried.
        complete: False where the code passes more of the trials, and not all: of two slips the
            edit mends one.
    """

    edits: tuple[Edit, ...]
    code: Code
    tried: int = 0
    complete: bool = True


def repair(
    code: Code,
    oracle: Oracle,
    rights: Callable[[], Iterable[str]] = tuple,
    most: int = MOST,
) -> Repair | None:
    """The smallest edit with which the code passes everything; None where none is found.

    Nothing of it reaches the learner: prints, settings, random numbers, their own objects.

    Args:
        oracle: Says of each program whether it is right.
        rights: Gives the texts of right answers, whose pieces are tried too.
        most: How many programs are tried.
    """
    quiet = io.StringIO()
    with no_trace(), redirect_stdout(quiet), redirect_stderr(quiet):
        try:
            return _search(code, oracle, rights, most)
        except OutOfTime:
            return None


def _search(
    code: Code, oracle: Oracle, rights: Callable[[], Iterable[str]], most: int
) -> Repair | None:
    start = time.process_time()
    # a slip in two places stops at the first of them: the second is not reached
    seen = oracle.run_own(code)
    candidates = _each_once(_all_edits(code, seen, rights))
    found: list[Edit] = []
    helps: list[tuple[float, float, Edit]] = []
    tried = 0
    for edit, share in oracle.tried(code, islice(candidates, most)):
        if found and edit.cost > found[0].cost + NEAR:
            break
        tried += 1
        if 0 < share < 1 and edit.cost < GIVEN:
            helps.append((-share, edit.cost, edit))
        # another edit of one kind at one place mends the same slip in its own way
        elif share == 1 and (edit.kind, edit.at) not in [(one.kind, one.at) for one in found]:
            found.append(edit)
        if time.process_time() - start > SECONDS:
            break
    if not found and helps:
        return Repair((min(helps, key=lambda one: one[:2])[2],), code, tried, complete=False)
    return Repair(tuple(found), code, tried) if found else None


def _all_edits(code: Code, seen: OwnRun, rights: Callable[[], Iterable[str]]) -> Iterator[Edit]:
    """Every edit by its cost; right answers are read when the likelier ones have been tried.

    Lines that were not reached are no cause, unless the code stopped.
    """
    reached = None if seen.stopped else seen.lines
    general = edits(code.tree, seen.types, reached)
    for edit in general:
        edit.cost += FAR if reached is None and edit.line not in seen.lines else 0.0
        edit.cost += GIVEN if edit.takes_only(code.given) else 0.0
    general.sort(key=lambda edit: edit.cost)
    yield from (edit for edit in general if edit.cost < LEAST)
    dearer = [edit for edit in general if edit.cost >= LEAST]
    for edit in donated(code.tree, rights(), seen.types, reached):
        edit.cost += GIVEN if edit.takes_only(code.given) else 0.0
        dearer.append(edit)
    yield from sorted(dearer, key=lambda edit: edit.cost)


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
