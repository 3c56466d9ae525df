"""``python3 -m tutor_utils audit``: do checks accept right answers and name wrong ones?

For each exercise: the right and wrong answers in its folder; without ``--quick`` also every mutant
of the course's own answer, and each right answer in the later exercises that are built on it. A
shortfall of any kind ends with exit code 1.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

import torch

from .. import exercises
from ..engine.conditions import conditions
from . import unwritten
from .audit_answers import AnswersAudit, audit_answers
from .audit_mutants import MutantsAudit, audit_mutants
from .chains import audit_chains

MEMORY_LIMIT = 8 << 30
HEADER = (
    f"{'exercise':<22}{'right':>7} {'wrong':>7} {'by replay':>10}{'by rule':>8}{'mutants':>10}"
    f"{'same':>5}  criteria that\n"
    f"{'':<22}{'passed':>7} {'refused':>7} {'named':>10}{'named':>8}{'refused':>10}"
    f"{'':>5}  nothing trips"
)
# Criteria of every exercise; the engine's tests cover them.
OF_EVERY_EXERCISE = {"runs", "type", "dtype", "shape", "arguments", *conditions.CRITERIA}


@dataclass
class Audit:
    """The audit of one exercise; ``carried``: how many right answers were tried in later ones."""

    answers: AnswersAudit
    mutants: MutantsAudit
    carried: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def idle(self) -> list[str]:
        """The exercise's own criteria that no wrong answer fails."""
        tripped = self.answers.tripped | self.mutants.tripped | OF_EVERY_EXERCISE
        return [name for name in self.mutants.criteria if name not in tripped]

    @property
    def shortfalls(self) -> list[str]:
        """Which file is wrong and what to do; empty where all is well."""
        found = self.answers.shortfalls + self.mutants.shortfalls + self.broken
        if self.idle and not found:
            found = [f"nothing wrong ever trips: {', '.join(self.idle)}. Add a wrong answer."]
        return found

    def row(self) -> str:
        """The exercise's line of the table."""
        a, m = self.answers, self.mutants
        return (
            f"{a.exercise:<22}{f'{a.accepted}/{a.right}':>7} {f'{a.refused}/{a.wrong}':>7} "
            f"{a.by_replay:>10}{a.by_rule:>8}{f'{m.killed}/{m.mutants - m.harmless}':>10}"
            f"{m.harmless:>5}  {', '.join(self.idle) or '-'}"
        )


def main(argv: list[str]) -> int:
    """Print the table and every shortfall. Exit code 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils audit", description=__doc__)
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="all, if none is named")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (the number of cores)"
    )
    parser.add_argument(
        "--seeds", type=int, default=1, help="try each answer at so many seeds (1; a release: 20)"
    )
    parser.add_argument("--quick", action="store_true", help="without mutants and later exercises")
    options = parser.parse_args(argv)
    for name in ("jobs", "seeds"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}={getattr(options, name)} must be at least 1")
    try:
        for name in options.exercises:
            exercises.require(name)
    except exercises.UnknownName as error:
        parser.error(str(error))

    wanted = options.exercises or list(exercises.names())
    if left := [line for name in wanted for line in unwritten.left_in_exercise(name)]:
        print("Left to write:", *left, sep="\n")
        return 1
    start = time.perf_counter()
    print(HEADER, flush=True)
    found = []
    for audit in audits(wanted, options.jobs, options.seeds, options.quick):
        found.append(audit)
        print(audit.row(), flush=True)
    print(conditions_of(wanted), flush=True)
    return summarise(found, time.perf_counter() - start)


def conditions_of(names: list[str]) -> str:
    """A table of the engine's conditions that an exercise meets, with reasons where not."""
    reasons: dict[str, int] = {}
    lines, slugs = [], []
    for name in names:
        reason_of = conditions.table(exercises.find(name))
        slugs = list(reason_of)
        cells = [
            str(reasons.setdefault(w, len(reasons) + 1)) if w else "x" for w in reason_of.values()
        ]
        row = (f"{cell:>{len(slug) + 2}}" for slug, cell in zip(slugs, cells, strict=True))
        lines.append(f"{name:<22}" + "".join(row))
    head = f"\n{'conditions':<22}" + "".join(f"  {slug}" for slug in slugs)
    return "\n".join([head, *lines, *(f"{n:>4}  {why}" for why, n in reasons.items())])


def faulty_answers(names: list[str]) -> list[str]:
    """Shortfalls of the right and wrong answers of some exercises: which file, what to do."""
    with _processes(os.cpu_count() or 1) as pool:
        found = list(pool.map(audit_answers, names))
    return [f"{a.exercise}: {line}" for a in found for line in a.shortfalls]


def audits(names: list[str], jobs: int, seeds: int = 1, quick: bool = False) -> Iterator[Audit]:
    """The audits of some exercises in order, made by several processes at a time."""
    with _processes(jobs) as pool:
        waiting = [
            (
                pool.submit(audit_answers, name, seeds),
                None if quick else pool.submit(audit_mutants, name),
                None if quick else pool.submit(audit_chains, name),
            )
            for name in names
        ]
        for name, (answers, mutants, chained) in zip(names, waiting, strict=True):
            changes = mutants.result() if mutants else MutantsAudit(name)
            carried, broken = chained.result() if chained else (0, [])
            yield Audit(answers.result(), changes, carried, broken)


def _processes(jobs: int) -> ProcessPoolExecutor:
    """How many processes to use: one per core."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_bound)


def summarise(found: list[Audit], seconds: float) -> int:
    """Print the totals and the shortfalls; 1 if there are any."""
    answers, mutants = [a.answers for a in found], [a.mutants for a in found]
    wrong, named = sum(a.wrong for a in answers), sum(a.named for a in answers)
    print(
        f"\n{sum(a.accepted for a in answers)} of {sum(a.right for a in answers)} right answers "
        f"accepted, {sum(a.refused for a in answers)} of {wrong} wrong ones refused, "
        f"{named / wrong if wrong else 1:.1%} named as declared: "
        f"{sum(a.by_replay for a in answers)} by replay, {sum(a.by_rule for a in answers)} by rule."
        f"\n{sum(m.killed for m in mutants)} of {sum(m.mutants - m.harmless for m in mutants)} "
        f"mutants refused; {sum(m.harmless for m in mutants)} more change nothing."
        f" {seconds:.0f} s in all."
    )
    shortfalls = [f"{a.answers.exercise}: {line}" for a in found for line in a.shortfalls]
    if carried := sum(a.carried for a in found):
        broken = sum(len(a.broken) for a in found)
        print(f"{carried} right answers carried into later exercises, {broken} refused there.")
    for line in shortfalls:
        print(f"SHORTFALL  {line}")
    if not shortfalls:
        print("No shortfall.")
    return 1 if shortfalls else 0


def _bound() -> None:
    """Limit a process to one thread and to some memory: a mutant may build a huge model."""
    torch.set_num_threads(1)
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
