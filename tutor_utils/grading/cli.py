"""``python3 -m tutor_utils grade SUBMISSIONS --out DIR``: mark a class."""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from dataclasses import asdict
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from .. import exercises, files
from ..course import sources
from . import alike, pages, rebuild, sandbox, tables
from .gradebook import Gradebook, rules
from .marking import Marked, Settings, mark, without_trouble
from .sandbox import Limits
from .submission import BadInput, Submission, read

DONE, LOOK, USAGE, NO_WALLS, NOT_WRITTEN = 0, 1, 2, 3, 4
MOST_BREAKS = 2  # of a pool; then each submission gets a pool of its own, and the culprit is seen
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
    except sandbox.NoWalls as problem:
        print(problem, file=sys.stderr)
        return NO_WALLS
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
    add("--bonus", action="store_true", help="add the points of bonus exercises to the total")
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
        limits = Limits(seconds=options.seconds, memory_mb=options.memory_mb)
        settings = Settings(
            book.secret(),
            limits,
            options.unsafe,
            options.submission_seconds,
            not options.all_or_nothing,
            tuple(sorted(options.own_work)),
            _notebooks(options, submissions),
            options.bonus,
        )
        plain = {k: v for k, v in asdict(settings).items() if k not in ("secret", "unsafe")}
        law = rules(plain | {"course": _course_digest()})
        print(f"Notebooks: {', '.join(settings.notebooks)}.")
        todo = _todo(submissions, book, options, law)
        kept = len(submissions) - len(todo)
        print(
            f"{len(submissions)} submissions, {kept} of them marked before. Results: {options.out}"
        )
        only = tuple(options.exercise)
        tasks = [(s, settings, only, _before(book, s) if only else None) for s in todo]
        with tqdm(total=len(todo), unit="submission", disable=not todo) as bar:
            for marked in run(tasks, _executor(options)):
                book.put(marked, law)
                bar.set_postfix_str(marked.learner[:20], refresh=False)
                bar.update()
        results = book.all((s.learner, s.platform_id) for s in submissions)
    write(options.out, results, deadline)
    look = [m for m in results if tables.needs_a_look(m)]
    for marked in look:
        print(f"Needs a look: {marked.learner}. {tables.needs_a_look(marked)}")
    print(f"{len(results)} results: grades.csv, feedback and overview.html in {options.out}")
    return LOOK if look else DONE


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


def _todo(
    submissions: list[Submission], book: Gradebook, options: argparse.Namespace, law: str
) -> list[Submission]:
    """The submissions that have no result yet, or one of other files or other rules."""
    chosen = [s for s in submissions if not options.only or s.learner in options.only]
    if options.again or options.only or options.exercise:
        return chosen
    found = {s: book.get(s.learner, s.platform_id) for s in chosen}
    return [
        s
        for s, old in found.items()
        # what could not be marked is tried again
        if old is None or old[0].digest != s.digest or old[1] != law or old[0].trouble
    ]


def _before(book: Gradebook, submission: Submission) -> Marked | None:
    found = book.get(submission.learner, submission.platform_id)
    return found[0] if found else None


def _executor(options: argparse.Namespace) -> Callable[[int], Executor]:
    """What makes an executor for so many submissions at a time at most."""
    if options.scheduler:
        return lambda most: _dask(options.scheduler)
    return lambda most: ProcessPoolExecutor(
        min(options.jobs, most), get_context("spawn"), initializer=_end_with_parent
    )


def _end_with_parent() -> None:
    """Where the command is killed, its workers would wait for work for ever."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def _dask(address: str) -> Executor:
    try:
        from distributed import Client
    except ImportError:
        raise BadInput('--scheduler needs Dask: pip install "dask[distributed]"') from None
    try:
        return Client(address, timeout=5, set_as_default=False).get_executor(retries=3)
    except (OSError, ValueError) as error:
        raise BadInput(f"--scheduler={address!r} does not answer: {error}") from None


def run(tasks: Sequence[tuple], make_executor: Callable[[int], Executor]) -> Iterator[Marked]:
    """Mark every task; yield each result as it is known. A worker that dies takes none with it."""
    left, breaks = list(tasks), 0
    while left:
        batch = left[:1] if breaks > MOST_BREAKS else left
        executor = make_executor(len(batch))
        futures = {executor.submit(mark, *task): task for task in batch}
        broken = False
        try:
            for future in as_completed(futures):
                task = futures[future]
                try:
                    result = future.result()
                except BrokenExecutor:
                    broken = True
                    if breaks <= MOST_BREAKS:
                        continue
                    result = without_trouble(task[0], "The worker that marked it ended each time.")
                except Exception as error:
                    trouble = f"Marking failed: {type(error).__name__}: {error}"
                    result = without_trouble(task[0], trouble)
                left.remove(task)
                yield result
        finally:
            for future in futures:
                future.cancel()
            executor.shutdown(wait=not left)
        breaks += broken


def write(folder: Path, results: Sequence[Marked], deadline: datetime | None) -> None:
    """All tables and pages. Each file is replaced in one step."""
    files.write(folder / "grades.csv", "\ufeff" + tables.grades(results, deadline))  # for Excel
    files.write(folder / "canvas.csv", tables.canvas(results))
    files.write(folder / "moodle.csv", tables.moodle(results))
    for marked in results:
        name = tables.file_name(marked)
        files.write(folder / "junit" / f"{name}.xml", tables.junit(marked))
        files.write(folder / "feedback" / f"{name}.html", pages.feedback(marked, deadline))
    page = pages.overview(results, alike.pairs(results), deadline)
    files.write(folder / "overview.html", page)


def _course_digest() -> str:
    """A fingerprint of the checks, of what reads an answer, and of the course's own parts."""
    package = Path(exercises.__file__).parents[1]
    paths = [*package.glob("exercises/*.py"), *package.glob("engine/*.py")]
    paths += package.glob("course/*.py")
    paths += [*package.glob("grading/*.py"), *sources.SOLUTIONS.glob("*.py")]
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
