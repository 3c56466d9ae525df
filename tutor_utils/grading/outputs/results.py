"""Write the results of a class into its folder: tables, feedback pages and the overview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ... import files
from ..gradebook import saved_class
from ..gradebook.classroom import Class
from ..gradebook.store import Gradebook
from . import changes, pages, questions, similarity, tables


def questions_of(the_class: Class, book: Gradebook) -> list[str]:
    """All questions for the teacher."""
    entries = the_class.entries
    return [
        *questions.nothing_ran(entries),
        *questions.without_packages(entries),
        *questions.newer_python(entries),
        *the_class.asked,
        *questions.by_hand(the_class, book.decisions()),
        *questions.without_a_row(entries),
        *questions.new_column(the_class),
    ]


def write(folder: Path, the_class: Class, book: Gradebook) -> list[str]:
    """Write all tables and pages; return a line for each file that could not be written.

    Each file is replaced in one step, and each learner's own are written for themselves: what
    cannot be written for one learner stops no other's.

    Args:
        folder: Where the results go.
        the_class: What they are made of.
        book: The gradebook: what was decided by hand, and what changed since the last run.

    Raises:
        OSError: no table at all can be written, as when the disk is full.
    """
    entries, rules, roster = the_class.entries, the_class.rules, the_class.roster
    files.write(folder / "grades.csv", "\ufeff" + tables.grades(entries))  # for Excel
    book.note("the class", saved_class.to_text(the_class))
    failed: list[str] = []

    def one(name: str, make: Callable[[], str]) -> None:
        try:
            files.write(folder / name, make())
        except Exception as error:  # a fault of one page may not cost the others
            failed.append(f"{name} could not be written: {type(error).__name__}: {error}"[:300])

    one("canvas.csv", lambda: tables.canvas(entries, rules, roster))
    one("moodle.csv", lambda: tables.moodle(entries, rules, roster))
    asked = questions_of(the_class, book)
    one("intake.txt", lambda: "\n".join([*the_class.lines(), *asked]) + "\n")
    pages_of = {tables.file_name(e): e for e in entries}
    for name, entry in pages_of.items():
        one(f"feedback/{name}.html", partial(pages.feedback, entry, rules))
    for path in folder.glob("feedback/*.html"):
        if path.stem not in pages_of:  # of a learner who is not there any more
            path.unlink(missing_ok=True)
    shown = [replace(e.marked, learner=e.name) if e.alias else e.marked for e in entries]
    one("similar.html", lambda: pages.similar(similarity.clusters(shown)))
    found, before = book.changes(), book.last_run()
    now = {e.who: e.summary for e in entries}
    if before != now or not (folder / "changes.html").is_file():
        one("changes.html", lambda: changes.changes(entries, found, before))
    one("overview.html", lambda: pages.overview(the_class, book.requests(), asked))
    # at once, at the very end: after a run that is stopped before, the same changes are said again
    book.end_run(now)
    return failed
