"""``python3 -m tutor_utils grade SUBMISSIONS --out DIR``: mark a class."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from tqdm import tqdm

from .. import exercises
from . import pool, rebuild, results, sandbox, tables
from .fingerprint import settings_key
from .gradebook import Gradebook
from .marking import Marked, Settings
from .sandbox import Limits
from .submission import BadInput, Submission, read

DONE, LOOK, USAGE, NO_SANDBOX, NOT_WRITTEN = 0, 1, 2, 3, 4
EXIT_CODES = """\
exit codes: 0 all marked; 1 all done, and some submissions need a look (see the overview);
2 a wrong argument; 3 no sandbox here; 4 the results could not be written; 130 stopped with Ctrl-C.
After 4 or 130 the same command carries on where it stopped."""


def main(argv: list[str]) -> int:
    """Mark a class; return the exit code."""
    options = _parser().parse_args(argv)
    try:
        return _grade(options)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return USAGE
    except sandbox.NoSandbox as problem:
        print(problem, file=sys.stderr)
        return NO_SANDBOX
    except (OSError, sqlite3.Error) as problem:
        print(
            f"The results cannot be written: {problem}\nWhat was marked before is kept. "
            "Mend it, then run the same command again.",
            file=sys.stderr,
        )
        return NOT_WRITTEN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils grade",
        description="Mark a class. Each answer runs in a sandbox and is judged outside it.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("submissions", type=Path, help="a folder for each learner, a file for each, or a zip")
    add("--out", type=Path, required=True, metavar="DIR", help="where the results go")
    jobs = (os.cpu_count() or 1) + 1  # a run waits for a third of its time
    add("--jobs", type=int, default=jobs, help="submissions at a time (the CPUs and one more)")
    add(
        "--notebook",
        action="append",
        default=[],
        metavar="NN",
        help="a notebook that the class was given (all that anybody handed in)",
    )
    add("--only", action="append", default=[], metavar="LEARNER", help="mark this learner again")
    add("--exercise", action="append", default=[], metavar="NAME", help="mark this exercise again")
    add("--again", action="store_true", help="mark again what was marked before")
    add("--deadline", metavar="TIME", help="2026-12-01T23:59+09:00; later ones are called late")
    add("--all-or-nothing", action="store_true", help="no points for a part of the criteria")
    add(
        "--bonus",
        action="store_true",
        help="add the points of bonus exercises and of Part II to the total",
    )
    add(
        "--own-work",
        action="append",
        default=[],
        metavar="NAME",
        help="an exercise where PyTorch's ready-made attention earns nothing",
    )
    add("--seconds", type=int, default=Limits.seconds, help="for one exercise (%(default)s)")
    add("--submission-seconds", type=int, default=300, help="for all exercises (%(default)s)")
    add("--memory-mb", type=int, default=Limits.memory_mb, help="for one exercise (%(default)s)")
    add("--scheduler", metavar="tcp://HOST:PORT", help="mark on the workers of a Dask cluster")
    add("--unsafe", action="store_true", help="without a sandbox: for code that you trust")
    return parser


def _grade(options: argparse.Namespace) -> int:
    deadline = _checked(options)
    if not options.scheduler:  # a cluster's workers look for themselves
        sandbox.need_linux()
        if not options.unsafe:
            sandbox.find()
    submissions = read(options.submissions)
    _check_names(options.only, [s.learner for s in submissions], "--only")
    with Gradebook(options.out) as book:
        settings = Settings(
            secret=book.secret(),
            limits=Limits(seconds=options.seconds, memory_mb=options.memory_mb),
            unsafe=options.unsafe,
            submission_seconds=options.submission_seconds,
            partial=not options.all_or_nothing,
            own_work=tuple(sorted(options.own_work)),
            notebooks=_notebooks(options, submissions),
            bonus=options.bonus,
        )
        print(f"Notebooks: {', '.join(settings.notebooks)}.")
        _mark(submissions, settings, book, options)
        marked = book.all((s.learner, s.platform_id) for s in submissions)
    results.write(options.out, marked, deadline)
    look = [m for m in marked if tables.needs_a_look(m)]
    for m in look:
        print(f"Needs a look: {m.learner}. {tables.needs_a_look(m)}")
    print(f"{len(marked)} results: grades.csv, feedback and overview.html in {options.out}")
    return LOOK if look else DONE


def _mark(
    submissions: list[Submission], settings: Settings, book: Gradebook, options: argparse.Namespace
) -> None:
    """Mark what has no valid result in the gradebook, and what is asked for again."""
    key, only = settings_key(settings), tuple(options.exercise)
    valid = {s: _valid_result(s, book, key) for s in submissions}
    chosen = [s for s in submissions if not options.only or s.learner in options.only]
    again = options.again or options.only or options.exercise
    todo = [s for s in chosen if again or not valid[s]]
    kept = len(submissions) - len(todo)
    print(f"{len(submissions)} submissions, {kept} of them marked before. Results: {options.out}")
    tasks = [pool.Task(s, settings, only, valid[s]) for s in todo]
    executors = (
        pool.on_dask(options.scheduler) if options.scheduler else pool.on_this_machine(options.jobs)
    )
    with (
        closing(pool.mark_all(tasks, executors)) as results_of_tasks,
        tqdm(total=len(todo), unit="submission", disable=not todo) as bar,
    ):
        for marked in results_of_tasks:
            book.put(marked, key)
            bar.set_postfix_str(marked.learner[:20], refresh=False)
            bar.update()


def _valid_result(submission: Submission, book: Gradebook, key: str) -> Marked | None:
    """The result of the same files under the same settings and checks, if all could be marked."""
    found = book.get(submission.learner, submission.platform_id)
    if found is None or found[1] != key:
        return None
    marked = found[0]
    return marked if marked.digest == submission.digest and not marked.trouble else None


def _checked(options: argparse.Namespace) -> datetime | None:
    """The deadline; raises BadInput on an argument that cannot be used."""
    for name, least in (("jobs", 1), ("seconds", 1), ("submission_seconds", 1), ("memory_mb", 256)):
        value = getattr(options, name)
        if value < least:
            raise BadInput(f"--{name.replace('_', '-')}={value} must be at least {least}.")
    ids = [e.id for e in exercises.exercises()]
    _check_names(options.exercise, ids, "--exercise")
    _check_names(options.own_work, ids, "--own-work")
    _check_names(options.notebook, [n.number for n in exercises.NOTEBOOKS], "--notebook")
    if options.out.exists() and not options.out.is_dir():
        raise BadInput(f"--out={str(options.out)!r} is a file; a folder is needed.")
    if options.out.resolve() == options.submissions.resolve():
        raise BadInput(f"--out={str(options.out)!r} is the folder of the submissions.")
    if not options.deadline:
        return None
    try:
        deadline = datetime.fromisoformat(options.deadline)
    except ValueError:
        raise BadInput(
            f"--deadline={options.deadline!r} is no time such as 2026-12-01T23:59+09:00."
        ) from None
    return deadline if deadline.tzinfo else deadline.astimezone()


def _notebooks(options: argparse.Namespace, submissions: list[Submission]) -> tuple[str, ...]:
    """The notebooks to mark: those that were asked for, else all that anybody handed in."""
    if options.notebook:
        return tuple(sorted(set(options.notebook)))
    found = set().union(*map(rebuild.numbers, submissions))
    if not found:
        raise BadInput(f"SUBMISSIONS={str(options.submissions)!r} holds no notebook of the course.")
    return tuple(sorted(found))


def _check_names(given: Sequence[str], known: Sequence[str], option: str) -> None:
    for name in given:
        if name not in known:
            raise BadInput(f"{option}={name!r} is not there. There are: {', '.join(known)}.")
