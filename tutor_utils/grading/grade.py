"""``python3 -m tutor_utils grade SUBMISSIONS --out DIR``: mark a class."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from .. import exercises
from . import call_filter, classroom, fingerprint, pool, questions, results, roster, rules, sandbox
from .classroom import Class, Intake
from .gradebook import Gradebook
from .marks import Marked, Settings
from .rules import RULES, Rules
from .sandbox import Limits
from .submission import BadInput, read

DONE, LOOK, USAGE, NO_SANDBOX, NOT_WRITTEN = 0, 1, 2, 3, 4
EXIT_CODES = """\
exit codes: 0 all marked; 1 all done, and some submissions need a look (see the overview);
2 a wrong argument; 3 no sandbox here; 4 results could not be written; 130 stopped with Ctrl-C.
After 4 or 130 the same command carries on where it stopped."""
MOST_LINES = 40  # of what needs a look, on the terminal


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
    add("--roster", type=Path, metavar="CSV", help="the class, from Moodle, Canvas or by hand")
    add("--intake", action="store_true", help="say who handed in what, and mark nothing")
    jobs = (os.cpu_count() or 1) + 1  # a run waits for a third of its time
    add("--jobs", type=int, default=jobs, help="submissions at a time (the CPUs and one more)")
    add(
        "--notebook",
        action="append",
        default=[],
        metavar="NN",
        help="a notebook that the class was given (what most handed in)",
    )
    add("--only", action="append", default=[], metavar="LEARNER", help="mark this learner again")
    add("--again", action="store_true", help="mark again what was marked before")
    add("--seconds", type=int, default=Limits.seconds, help="for one exercise (%(default)s)")
    add("--submission-seconds", type=int, default=300, help="for all exercises (%(default)s)")
    add("--memory-mb", type=int, default=Limits.memory_mb, help="for one exercise (%(default)s)")
    add("--as-root", action="store_true", help="mark as root all the same; better: as a user")
    return parser


def take_in(submissions: Path, roster_file: Path | None, notebooks: Sequence[str]) -> Class:
    """Read what was handed in, the rules beside it and the list of the class.

    Args:
        submissions: A folder or a zip.
        roster_file: The list; None: the one that the rules name.
        notebooks: Those that count; none: those that the rules name, else what most handed in.

    Raises:
        BadInput: something of it cannot be used.
    """
    if not submissions.exists():
        raise BadInput(f"SUBMISSIONS={str(submissions)!r} is not there.")
    beside = [submissions / RULES, submissions.parent / RULES]
    path = next((p for p in beside if p.is_file()), None)
    the_rules = rules.load(path) if path else Rules()
    the_rules = replace(the_rules, notebooks=tuple(sorted(set(notebooks))) or the_rules.notebooks)
    listed = roster_file or the_rules.roster
    the_list = roster.read(listed) if listed else None
    known = {"known": the_list.knows} if the_list else {}
    taken = classroom.intake(read(submissions, **known), the_list)
    counted = classroom.counted_notebooks(
        the_rules.notebooks, [look.numbers for look in taken.looks]
    )
    taken = replace(taken, questions=tuple(questions.at_intake(taken, the_rules, counted)))
    return Class(replace(the_rules, notebooks=counted), the_list, taken)


def _grade(options: argparse.Namespace) -> int:
    _check(options)
    if not options.intake:
        _check_sandbox(options)
    the_class = take_in(options.submissions, options.roster, options.notebook)
    taken, notebooks = the_class.intake, the_class.rules.notebooks
    print("\n".join(taken.report))
    if options.intake:
        _print_list(taken.questions)
        return DONE if taken.complete and not taken.questions else LOOK
    _check_names(options.only, [s.learner for s in taken.submissions], "--only")
    if not notebooks:
        where = str(options.submissions)
        raise BadInput(f"SUBMISSIONS={where!r} holds no notebook of the course.")
    print(f"Notebooks: {', '.join(notebooks)}.")
    with Gradebook(options.out) as book:
        settings = Settings(
            secret=book.secret(),
            limits=Limits(seconds=options.seconds, memory_mb=options.memory_mb),
            submission_seconds=options.submission_seconds,
            own_work=the_class.rules.own_work,
            notebooks=notebooks,
        )
        _mark(taken, settings, book, options)
        listed = str(options.roster.resolve()) if options.roster else ""
        inputs = [str(options.submissions.resolve()), listed, options.notebook]
        book.note("inputs", json.dumps(inputs))  # for the review
        failed = results.write(options.out, the_class, book)
        entries = the_class.entries(book)
        asked = results.all_questions(the_class, entries, book)
    look = [e for e in entries if e.needs_a_look]
    for entry in look[:MOST_LINES]:
        print(f"Needs a look: {entry.marked.learner}. {entry.needs_a_look[:300]}")
    if len(look) > MOST_LINES:
        print(f"{len(look) - MOST_LINES} more need a look: see the overview.")
    _print_list(asked)
    print(f"{len(entries)} results: grades.csv, feedback and overview.html in {options.out}")
    for problem in failed[:MOST_LINES]:
        print(problem, file=sys.stderr)
    return NOT_WRITTEN if failed else LOOK if look or asked else DONE


def _check_sandbox(options: argparse.Namespace) -> None:
    sandbox.need_linux()
    if not options.as_root:
        sandbox.refuse_root()
    print(f"Each answer runs in a sandbox of {sandbox.find()}.")
    if words := call_filter.missing():
        print(words)


def _mark(taken: Intake, settings: Settings, book: Gradebook, options: argparse.Namespace) -> None:
    """Mark what has no valid mark in the gradebook, and what is asked for again."""
    keys = fingerprint.keys(settings)
    tasks = []
    digests = {(s.learner, s.platform_id): s.digest for s in taken.submissions}
    known, all_valid = book.all(digests), book.valid(digests, keys)
    wanted = [e.id for e in exercises.entries() if e.notebook in settings.notebooks]
    for s in taken.submissions:
        valid = all_valid[s.learner, s.platform_id]
        again = s.learner in options.only if options.only else options.again
        todo = [e for e in wanted if again or e not in valid]
        if todo or (s.learner, s.platform_id) not in known:
            kept = Marked(s.learner, s.digest, marks=tuple(valid.values())) if valid else None
            tasks.append(pool.Task(s, settings, tuple(todo), kept))
    count = len(taken.submissions)
    print(f"{count} submissions, {count - len(tasks)} of them marked before.")
    tqdm.monitor_interval = 0  # no thread beside this one: the workers are forks of this process
    with (
        closing(pool.mark_all(tasks, options.jobs)) as all_marked,
        tqdm(total=len(tasks), unit="submission", disable=not tasks) as bar,
    ):
        for marked in all_marked:
            book.put(marked, keys)
            bar.set_postfix_str(marked.learner[:20], refresh=False)
            bar.update()


def _check(options: argparse.Namespace) -> None:
    """Raise BadInput on options that cannot be used."""
    for name, least in (("jobs", 1), ("seconds", 1), ("submission_seconds", 1), ("memory_mb", 256)):
        value = getattr(options, name)
        if value < least:
            raise BadInput(f"--{name.replace('_', '-')}={value} must be at least {least}.")
    _check_names(options.notebook, [n.number for n in exercises.NOTEBOOKS], "--notebook")
    if options.out.exists() and not options.out.is_dir():
        raise BadInput(f"--out={str(options.out)!r} is a file; a folder is needed.")
    if options.out.resolve() == options.submissions.resolve():
        raise BadInput(f"--out={str(options.out)!r} is the folder of the submissions.")


def _print_list(asked: Sequence[str]) -> None:
    if asked:
        print(f"\n{questions.TITLE}:", *(f"- {question}" for question in asked), "", sep="\n")


def _check_names(given: Sequence[str], known: Sequence[str], option: str) -> None:
    for name in given:
        if name not in known:
            raise BadInput(f"{option}={name!r} is not there. There are: {', '.join(known)}.")
