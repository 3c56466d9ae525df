"""Mark a class: read what was handed in, mark what is new, count points, write the results."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from tqdm import tqdm

from .. import exercises
from .answers import notebooks
from .gradebook import classroom, fingerprint
from .gradebook.classroom import Class
from .gradebook.store import Gradebook
from .intake import roster, rules
from .intake.archives import RULES, results_in
from .intake.rules import Rules
from .intake.submission import BadInput, Submission, read
from .judge import pool
from .judge.marks import Settings
from .outputs import questions, results
from .run import call_filter, walls
from .run.monitor import Limits

DONE, LOOK, USAGE, NO_SANDBOX, NOT_WRITTEN = 0, 1, 2, 3, 4
MOST_LINES = 40  # of what needs a look, on the terminal


def run(options: argparse.Namespace, lines: list[str] | None = None) -> int:
    """Mark a class as the arguments say; return the exit code.

    Args:
        options: The arguments of the command, as ``grade.parser`` reads them.
        lines: Gets what was said in the end, where all is marked and written.
    """
    try:
        return _run(options, [] if lines is None else lines)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return USAGE
    except walls.NoSandbox as problem:
        print(problem, file=sys.stderr)
        return NO_SANDBOX
    except (OSError, sqlite3.Error) as problem:
        print(
            f"The results cannot be written: {problem}\nWhat was marked before is kept. "
            "Mend it, then run the same command again.",
            file=sys.stderr,
        )
        return NOT_WRITTEN


def _run(options: argparse.Namespace, lines: list[str]) -> int:
    counting = _rules(options)
    if not options.intake:
        _need_a_sandbox(options)
    class_list = roster.read(counting.roster) if counting.roster else roster.Roster()
    submissions = read(options.submissions, class_list.who)
    the_class = _with_questions(classroom.gather(submissions, class_list, counting))
    out = options.out.resolve()
    others = [p.name for p in results_in(options.submissions) if p.resolve() != out]
    the_class = replace(the_class, left_out=tuple(others))
    asked = list(the_class.asked)
    if options.intake:
        print("\n".join([*the_class.lines(), *_list(asked)]))
        open_points = the_class.unclear or the_class.empty or the_class.unread or asked
        return LOOK if open_points else DONE
    _check_names(options.only, [s.learner for s in the_class.submissions], "--only")
    with Gradebook(options.out) as book:
        print("\n".join(the_class.lines()))
        counting = the_class.rules
        if not counting.notebooks:
            where = str(options.submissions)
            raise BadInput(f"SUBMISSIONS={where!r} holds no notebook of the course.")
        print(f"Notebooks: {', '.join(counting.notebooks)}.")
        settings = Settings(
            secret=book.secret(),
            limits=Limits(seconds=options.seconds, memory_mb=options.memory_mb),
            unsafe=options.unsafe,
            submission_seconds=options.submission_seconds,
            own_work=counting.own_work,
            notebooks=counting.notebooks,
        )
        _mark(the_class.submissions, settings, book, options)
        the_class = the_class.with_marks(book)
        entries = the_class.entries
        unread = tuple(e.marked.learner for e in entries if e.status == "could not be read")
        the_class = replace(the_class, unread=unread)
        asked = results.questions_of(the_class, book)
        failed = results.write(options.out, the_class, book)
    look = [e for e in entries if e.needs_a_look]
    said = [f"Needs a look: {e.marked.learner}. {e.needs_a_look[:300]}" for e in look[:MOST_LINES]]
    if len(look) > MOST_LINES:
        said.append(f"{len(look) - MOST_LINES} more need a look: see the overview.")
    said += _list(asked)
    said.append(f"{len(entries)} results: grades.csv, feedback and overview.html in {options.out}")
    for problem in failed[:MOST_LINES]:
        print(problem, file=sys.stderr)
    print("\n".join(said))
    if failed:
        return NOT_WRITTEN
    if not any(e.marked.trouble for e in entries):  # that is tried again, and so is not the end
        lines += said
    return LOOK if look or asked else DONE


def _need_a_sandbox(options: argparse.Namespace) -> None:
    walls.need_linux()
    if not options.as_root:
        walls.refuse_root()
    if not options.unsafe:
        print(f"Each answer runs in a sandbox of {walls.find()}.")
        if words := call_filter.missing():
            print(words)


def _mark(
    submissions: Sequence[Submission],
    settings: Settings,
    book: Gradebook,
    options: argparse.Namespace,
) -> None:
    """Mark what has no valid mark in the gradebook, and what is asked for again."""
    keys = fingerprint.keys(settings)
    tasks: list[pool.Task] = []
    digests = {s.who: s.digest for s in submissions}
    known, all_valid = book.all(digests), book.valid(digests, keys)
    for s in submissions:
        valid = all_valid[s.who]
        again = _asked_again(s, settings, options)
        todo = [e for e in _of(settings) if e not in valid or e in again]
        if todo or s.who not in known:
            tasks.append((s, settings, tuple(todo), tuple(valid.values())))
    kept_count = len(submissions) - len(tasks)
    print(f"{len(submissions)} submissions, {kept_count} of them marked before.")
    cluster = pool.on_a_cluster(options.scheduler) if options.scheduler else None
    found = pool.mark_on(cluster, tasks) if cluster else pool.mark_all(tasks, options.jobs)
    tqdm.monitor_interval = 0  # no thread beside this one: the workers are forks of this process
    with (
        closing(found) as results_of_tasks,
        tqdm(total=len(tasks), unit="submission", disable=not tasks) as bar,
    ):
        for marked in results_of_tasks:
            book.put(marked, keys)
            bar.set_postfix_str(marked.learner[:20], refresh=False)
            bar.update()


def _of(settings: Settings) -> list[str]:
    return [e.id for e in exercises.entries() if e.notebook in settings.notebooks]


def _asked_again(
    submission: Submission, settings: Settings, options: argparse.Namespace
) -> Sequence[str]:
    """The exercises of a learner that the command asks to mark again."""
    if options.only and submission.learner not in options.only:
        return ()
    if options.exercise:
        return options.exercise
    return _of(settings) if options.again or options.only else ()


def _rules(options: argparse.Namespace) -> Rules:
    """What the rules' file and the options say; raises BadInput on what cannot be used."""
    for name, least in (("jobs", 1), ("seconds", 1), ("submission_seconds", 1), ("memory_mb", 256)):
        value = getattr(options, name)
        if value < least:
            raise BadInput(f"--{name.replace('_', '-')}={value} must be at least {least}.")
    ids = [e.id for e in exercises.entries()]
    _check_names(options.exercise, ids, "--exercise")
    _check_names(options.own_work, ids, "--own-work")
    _check_names(options.notebook, [n.number for n in exercises.NOTEBOOKS], "--notebook")
    if not options.submissions.exists():
        raise BadInput(f"SUBMISSIONS={str(options.submissions)!r} is not there.")
    if options.out.exists() and not options.out.is_dir():
        raise BadInput(f"--out={str(options.out)!r} is a file; a folder is needed.")
    if options.out.resolve() == options.submissions.resolve():
        raise BadInput(f"--out={str(options.out)!r} is the folder of the submissions.")
    beside = [options.submissions / RULES, options.submissions.parent / RULES]
    path = next((p for p in beside if p.is_file()), None)
    found = rules.load(path) if path else Rules()
    return replace(
        found,
        roster=options.roster or found.roster,
        notebooks=tuple(sorted(set(options.notebook))) or found.notebooks,
        own_work=tuple(sorted({*options.own_work, *found.own_work})),
    )


def _with_questions(the_class: Class) -> Class:
    """The class with what is to be asked, and with the notebooks that count in its rules."""
    looks = [notebooks.look(s) for s in the_class.submissions]
    unread = tuple(
        s.learner
        for s, found in zip(the_class.submissions, looks, strict=True)
        if s.uploads and not found.numbers
    )
    asked_for = the_class.rules.notebooks
    counted = classroom.counted_notebooks(asked_for, (found.numbers for found in looks))
    asked = questions.at_intake(the_class, looks, counted)
    counting = replace(the_class.sure_rules(), notebooks=counted)
    return replace(the_class, rules=counting, unread=unread, asked=tuple(asked))


def _list(asked: Sequence[str]) -> list[str]:
    return [f"\n{questions.TITLE}:", *(f"- {question}" for question in asked), ""] if asked else []


def _check_names(given: Sequence[str], known: Sequence[str], option: str) -> None:
    for name in given:
        if name not in known:
            raise BadInput(f"{option}={name!r} is not there. There are: {', '.join(known)}.")
