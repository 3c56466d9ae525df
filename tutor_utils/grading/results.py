"""Write the results of a class into its folder: tables, feedback pages and the overview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from .. import files
from . import pages, questions, similarity, tables
from .classroom import Class, Entry
from .gradebook import Gradebook


def all_questions(the_class: Class, entries: Sequence[Entry], book: Gradebook) -> list[str]:
    """All questions for the teacher."""
    return [*the_class.intake.questions, *questions.by_hand(entries, book)]


def write(folder: Path, the_class: Class, book: Gradebook) -> list[str]:
    """Write all tables and pages; return a line for each file that could not be written.

    Each file is replaced in one step, and each learner's own are written for themselves: what
    cannot be written for one learner stops no other's.

    Args:
        folder: Where the results go.
        the_class: What they are made of.
        book: The gradebook: what was marked, and what was decided by hand.

    Raises:
        OSError: no table at all can be written, as when the disk is full.
    """
    entries, rules, roster = the_class.entries(book), the_class.rules, the_class.roster
    files.write(folder / "grades.csv", "\ufeff" + tables.grades(entries))  # for Excel
    failed: list[str] = []

    def one(name: str, make: Callable[[], str]) -> None:
        try:
            files.write(folder / name, make())
        except Exception as error:  # a fault of one page may not cost the others
            failed.append(f"{name} could not be written: {type(error).__name__}: {error}"[:300])

    if roster and roster.platform:
        one(f"{roster.platform}.csv", lambda: tables.upload(entries, rules, roster))
    for entry in entries:
        page = f"feedback/{tables.file_name(entry.marked)}.html"
        one(page, lambda entry=entry: pages.feedback(entry, rules))  # type: ignore[misc]
    here = {tables.file_name(e.marked) for e in entries}
    for path in folder.glob("feedback/*.html"):
        if path.stem not in here:  # of a learner who is not there any more
            path.unlink(missing_ok=True)
    one("similar.html", lambda: pages.similar(similarity.clusters([e.marked for e in entries])))
    asked = all_questions(the_class, entries, book)
    one("overview.html", lambda: pages.overview(the_class, entries, asked))
    return failed
